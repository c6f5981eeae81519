import { DatabaseSync } from 'node:sqlite';
import { pino } from 'pino';
import { openStore } from '#api/store.ts';

// trace all queries of one request
const dir = '/tmp/fuzz-lab/w-100000';
const orig = DatabaseSync.prototype.prepare;
const d = new DatabaseSync(dir + '/shop.db');
let on = false;
(DatabaseSync.prototype as any).prepare = function (sql: string) {
  const st = orig.call(this, sql);
  if (this !== d) {
    const all = st.all.bind(st);
    (st as any).all = (...v: any[]) => {
      const a = performance.now();
      const r = all(...v);
      const ms = performance.now() - a;
      if (on && ms > 0.3) {
        console.log(`--- ${ms.toFixed(1)} ms, ${r.length} rows`, sql.slice(0, 700), JSON.stringify(v).slice(0, 150));
        for (const p of orig.call(d, 'EXPLAIN QUERY PLAN ' + sql).all(...v) as any[]) console.log('      ', p.detail);
      }
      return r;
    };
  }
  return st;
};
const store = await openStore({ dataDir: dir, applicationKey: 'k', log: pino({ level: 'error' }, process.stderr as never) });
const headers = { 'x-app-key': 'k', 'content-type': 'application/json' };
for (let i = 0; i < 2; i++) {
  on = i === 1;
  for (const [m, p, b] of JSON.parse(process.argv[2]!)) {
    if (on) console.log('=====', m, p, JSON.stringify(b));
    const a = performance.now();
    const r = await store.fetch(
      new Request('http://s/api' + p, { method: m, headers, ...(m === 'POST' ? { body: JSON.stringify(b) } : {}) }),
    );
    const t = await r.text();
    if (on) console.log('total', (performance.now() - a).toFixed(1), 'bytes', t.length);
  }
}
await store.close();
