import { scatter } from '#bench/measure/random.ts';
import { formatTable, type Row } from '#bench/measure/rows.ts';
import { withStore } from '#bench/measure/store.ts';
import { write } from '../src/api/database/transaction.ts';
import { quoteDelivery } from '../src/api/services/shipping/quote-delivery.ts';
import { replaceZones } from '../src/api/services/shipping/zones.ts';

const PINCODES = 20_000;
const ZONES = 50;
const QUOTES = 2000;
const WARM_UP = 200;

/** Measures one quote among 20,000 pincodes in 50 zones, on SQLite, without HTTP. */
export async function benchDelivery(): Promise<Row[]> {
  const pincodes = Array.from({ length: PINCODES }, (_, i) => String(500_000 + i));
  const zones = Array.from({ length: ZONES }, (_, i) => ({
    name: `Zone ${i}`,
    areas: pincodes.filter((_, j) => j % ZONES === i),
    days: { from: 2, to: 5 },
    slabBy: 'weight' as const,
    slabs: [0, 500, 1000, 2000].map((from) => ({ from, charge: 4000 + from })),
    freeFrom: 99_900,
    cod: { fee: 3000, max: null },
  }));
  const lines = [{ variant_id: 1, sku: null, price: 49_900, grams: 300, quantity: 2 }];
  const measured = await withStore({}, async ({ db }) => {
    await write(db, (tx) => replaceZones(tx, zones));
    const times: number[] = [];
    for (let i = 0; i < WARM_UP + QUOTES; i++) {
      const start = performance.now();
      const { served } = await quoteDelivery(db, String(500_000 + scatter(i, PINCODES)), lines, undefined);
      if (i >= WARM_UP) times.push(performance.now() - start);
      if (!served) throw new Error('A pincode of a zone was not served');
    }
    return times;
  });
  const rows: Row[] = [{ name: 'quote among 20,000 pincodes, ms', measured, goal: { of: 'median', atMost: 1 } }];
  console.log(formatTable(rows));
  return rows;
}
