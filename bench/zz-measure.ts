import { pino } from 'pino';
import { openStore } from '#api/store.ts';

const dir = process.argv[2] ?? '/tmp/fuzz-lab/data-100000';
const reps = Number(process.argv[3] ?? 5);
const store = await openStore({ dataDir: dir, applicationKey: 'k', log: pino({ level: 'error' }, process.stderr as never) });
const headers = { 'x-app-key': 'k', 'content-type': 'application/json' };
const post = (path: string, body: unknown) => async () => {
  const r = await store.fetch(new Request('http://s/api' + path, { method: 'POST', headers, body: JSON.stringify(body) }));
  const j = (await r.json()) as any;
  if (!j.success) throw new Error(JSON.stringify(j));
  return j.total ?? j.data.length;
};
const get = (path: string) => async () => {
  const r = await store.fetch(new Request('http://s/api' + path, { headers }));
  const j = (await r.json()) as any;
  if (!j.success) throw new Error(JSON.stringify(j));
  return 1;
};
const slugs = (await store.db.selectFrom('product').select('slug').where('id', 'in', [1, 5000, 70000]).execute()).map(
  (r) => r.slug,
);
const L = (b: unknown, p = 1) => [`list p${p} ${JSON.stringify(b)}`, post('/get-products?page=' + p, b)] as const;
const S = (s: string, b: object = {}, p = 1) =>
  [`search p${p} ${s} ${JSON.stringify(b)}`, post('/search-products?page=' + p, { search: s, ...b })] as const;
const cases = [
  ['product', get('/single-product-details/' + slugs[1])],
  ['new-arrivals', get('/new-arrivals')],
  ['variations all', post('/subcategory-variations', { sub_category_id: [] })],
  ['variations 1', post('/subcategory-variations', { sub_category_id: ['shirts'] })],
  [
    'store-info',
    async () => {
      await store.fetch(new Request('http://s/api/store-info', { method: 'POST', headers, body: '{}' }));
      return 0;
    },
  ],
  L({}),
  L({}, 2),
  L({}, 50),
  L({}, 4000),
  L({ sort_by: 'price_asc' }),
  L({ sort_by: 'price_desc' }),
  L({ sort_by: 'name_asc' }),
  L({ sub_category: 'shirts' }),
  L({ sub_category: 'shirts', sort_by: 'price_asc' }),
  L({ sub_category: 'tshirts', sort_by: 'name_asc' }),
  L({ sub_category: 'tshirts,shirts' }),
  L({ min_price: 500, max_price: 1000 }),
  L({ min_price: 500, max_price: 1000, sort_by: 'price_asc' }),
  L({ min_price: 500, max_price: 1000, sub_category: 'tshirts' }),
  L({ in_stock: 1 }),
  L({ out_of_stock: 1 }),
  L({ in_stock: 1, sort_by: 'name_asc' }),
  L({ size: 'M' }),
  L({ size: 'M', in_stock: 1 }),
  L({ size: 'UK 8', sort_by: 'price_asc' }),
  L({ size: 'm,l', sub_category: 'tshirts' }),
  L({ size: 'M', sub_category: 'shirts', in_stock: 1, min_price: 500, max_price: 3000, sort_by: 'price_asc' }),
  L({ size: 'zzz' }),
  ...[
    'T-Shirts',
    'Shirts',
    'Denims',
    "Men's - Watch",
    "Women's - Watch",
    'Handbags',
    "Men's Shoes",
    'Wallet',
    'Caps',
    'men',
    'blue',
    'nike',
    'puma black shoes',
    'kurta',
    'tshrt',
    'nke shoes',
    'sunglases',
    'red dress for women',
    'colour',
    'peter england men party blue jeans',
    'zzzz',
    'a',
    'wo',
    'turtle check',
  ].map((s) => S(s)),
  S('shirts', {}, 2),
  S('shirts', {}, 100),
  S('shirts', { in_stock: 1 }),
  S('shirts', { sort_by: 'price_asc' }),
  S('shirts', { size: 'M' }),
  S('men', { min_price: 500, max_price: 900 }),
] as const;
let over = 0;
for (const [name, run] of cases) {
  const t: number[] = [];
  let n: unknown = 0;
  for (let i = 0; i < reps; i++) {
    const a = process.cpuUsage();
    n = await run();
    const b = process.cpuUsage(a);
    t.push((b.user + b.system) / 1000);
  }
  const s = [...t].sort((a, b) => a - b);
  if ((s[Math.floor(reps / 2)] ?? 0) > 10) over++;
  console.log(
    String((s[Math.floor(reps / 2)] ?? 0).toFixed(1)).padStart(7),
    String(s.at(-1)?.toFixed(1)).padStart(7),
    String(n).padStart(7),
    name,
  );
}
console.log('over 10ms:', over);
await store.close();
