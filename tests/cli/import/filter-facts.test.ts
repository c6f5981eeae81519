import { expect, test } from 'vitest';
import { countFacets, findProducts } from '#api/services/products/products.ts';
import { csvFile, emptyShop, importFiles, store } from '#tests/support/cli/run-command.ts';

const header = ['Handle', 'Title', 'Variant Price', 'Attributes'];
const rows = [
  header,
  ['shirt', 'Shirt', '999', 'Fabric: Cotton, Linen; Fit: Slim'],
  ['kurta', 'Kurta', '999', 'fabric: cotton; Care: Machine wash'],
  ['cap', 'Cap', '99', ''],
];

async function newShop() {
  const { db, dataDir } = await emptyShop();
  const load = (table: string[][]) => importFiles(db, [csvFile(table)]);
  await load(rows);
  return {
    load,
    run: (...args: string[]) => store(dataDir, 'filters', ...args),
    facts: async () => (await countFacets(db, {})).facts,
    list: async (fact: string) => (await findProducts(db, { fact, sort_by: 'name_asc' })).data.map(({ slug }) => slug),
  };
}

test('shoppers filter by the facts that the owner chose, in their order, and by none after they are cleared', async () => {
  const { run, facts, list } = await newShop();
  expect((await run('show')).out).toContain('Shoppers filter by no facts of products.');
  expect(await facts()).toEqual([]);
  expect(await run('set', 'Fit, Fabric')).toMatchObject({ code: 0, err: '' });
  expect(await facts()).toEqual([
    { name: 'Fit', values: [{ value: 'Slim', count: 1 }] },
    {
      name: 'Fabric',
      values: [
        { value: 'Cotton', count: 2 },
        { value: 'Linen', count: 1 },
      ],
    },
  ]);
  expect(await list('fabric:COTTON')).toEqual(['kurta', 'shirt']);
  expect(await list('Fabric:Linen,Fabric:Cotton,Fit:slim')).toEqual(['shirt']);
  expect(await list('Care:Machine wash')).toEqual([]);
  expect(JSON.parse((await run('show', '--json')).out)).toEqual([
    { name: 'Fit', products: 1 },
    { name: 'Fabric', products: 2 },
  ]);
  expect(await run('clear')).toMatchObject({ code: 0, err: '' });
  expect(await facts()).toEqual([]);
});

test('facts follow the next import, which may remove them', async () => {
  const { load, run, facts } = await newShop();
  await run('set', 'Fabric');
  await load([
    header,
    ['shirt', 'Shirt', '999', 'Fabric: Silk'],
    ['kurta', 'Kurta', '999', 'Care: By hand'],
    ['cap', 'Cap', '99', ''],
  ]);
  expect(await facts()).toEqual([{ name: 'Fabric', values: [{ value: 'Silk', count: 1 }] }]);
});

test.each([
  ['a,b,c,d', 'Shoppers can filter by 3 facts, but 4 are named'],
  [' , ', 'Name at least one fact'],
  ['Fabric:Cotton', 'it has a colon'],
])('"%s" is refused', async (list, reason) => {
  const { run } = await newShop();
  const { code, err } = await run('set', list);
  expect(code).toBe(2);
  expect(err).toContain(reason);
});
