import { fillCatalogue } from '#bench/api/catalogue.ts';
import { type Latency, measureLatency, reads, toLatency } from '#bench/api/reads.ts';
import { withFolder, withStore } from '#bench/measure/store.ts';
import { bumpRevision } from '../../../src/api/database/catalogue-revision.ts';
import { optimiseCatalogue } from '../../../src/api/database/postgres/optimise-catalogue.ts';
import { write } from '../../../src/api/database/transaction.ts';
import type { Store } from '../../../src/api/embedded-store.ts';
import { listProducts } from '../../../src/api/services/catalogue/listing.ts';
import { prepareLargeCatalogue } from '../../../src/api/services/search/large-catalogue-files.ts';
import { buildIfNeeded } from '../../../src/server/build.ts';
import { runBundler } from '../../../src/server/builds/run-build-step.ts';
import { createDatabase } from '../../../tests/support/postgres/database.ts';
import { startPostgres } from '../../../tests/support/postgres/server.ts';
import { printPlans } from './plans.ts';
import { largeReads } from './reads.ts';
import { measureStarted } from './started.ts';

/** Reads answered just after the start, and just after changes of a price. */
const EARLY_READS = 100;

interface LargeShop {
  engine: string;
  dataDir: string;
  databaseUrl: string | undefined;
  products: number;
}

const readSlugs = async ({ db }: Store): Promise<string[]> =>
  (await db.selectFrom('product').select('slug').orderBy('import_hash').limit(5000).execute()).map(({ slug }) => slug);

const formatMs = (ms: number): string => `${ms.toFixed(1).padStart(7)} ms`;

/** A listing just after the price of a product has changed, which the columns follow. */
async function measureAfterChanges({ store, products }: { store: Store; products: number }): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < EARLY_READS; i++) {
    const id = 1 + Math.floor(Math.random() * products);
    await write(store.db, async (tx) => {
      await tx
        .updateTable('product')
        .set({ price: 10_000 + i })
        .where('id', '=', id)
        .execute();
      await bumpRevision(tx, [], 'assortment', [id]);
    });
    const startedAt = performance.now();
    await listProducts(store.db, { sort_by: 'price_asc', min_price: i });
    times.push(performance.now() - startedAt);
  }
  return times;
}

/** Prints latencies of every kind of read, also just after the start and after changes, and query plans. Returns slugs of products. */
async function measureStore({ dataDir, databaseUrl, products }: LargeShop): Promise<string[]> {
  return withStore({ dataDir, databaseUrl, runsBackgroundWork: false }, async (store) => {
    const slugs = await readSlugs(store);
    const printLatency = (name: string, { p50, p99, slowest }: Latency): void =>
      console.log(`  ${name.padEnd(29)} p50 ${formatMs(p50)}  p99 ${formatMs(p99)}  slowest ${formatMs(slowest)}`);
    const print = async (name: string, ...options: Parameters<typeof measureLatency>): Promise<void> =>
      printLatency(name, await measureLatency(...options));
    store.preload();
    for (const name of ['listing', 'search', 'product'] as const)
      await print(`${name} after the start`, store, reads[name](slugs), { requests: EARLY_READS, warmUp: 0 });
    printLatency('listing after a new price', toLatency(await measureAfterChanges({ store, products })));
    for (const [name, read] of Object.entries(largeReads(slugs, products))) await print(name, store, read);
    console.log('\n  Plans of queries without columns:');
    await printPlans(store.db, products);
    return slugs;
  });
}

/** Prints what reads of an existing large shop take. */
export async function measureLargeShop(shop: LargeShop): Promise<void> {
  console.log(`\n${shop.engine}, ${shop.products} products`);
  const slugs = await measureStore(shop);
  const environment: Record<string, string> = shop.databaseUrl ? { DATABASE_URL: shop.databaseUrl } : {};
  await measureStarted(shop.dataDir, environment, { slugs, products: shop.products });
}

async function fillAndMeasure(shop: LargeShop): Promise<void> {
  const { engine, dataDir, databaseUrl, products } = shop;
  await withStore({ dataDir, databaseUrl }, async ({ db }) => {
    await fillCatalogue(db, products);
    await optimiseCatalogue(db);
    // As the command that imports products does.
    const startedAt = performance.now();
    await prepareLargeCatalogue(db, dataDir);
    console.log(`\n${engine}: files for the next start written in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  });
  await measureLargeShop(shop);
}

/**
 * Prints, for a shop with this many products on both engines: latencies of every kind of read, also after the start and after changes, query
 * plans, the time of a start, and the memory.
 */
export async function benchLargeShop(products: number): Promise<void> {
  await runBundler(await buildIfNeeded(console.log), false, process.env);
  await withFolder((dataDir) => fillAndMeasure({ engine: 'SQLite', dataDir, databaseUrl: undefined, products }));
  const server = await startPostgres(['-c', 'fsync=on']);
  try {
    const { url, drop } = await createDatabase(server.url);
    await withFolder((dataDir) => fillAndMeasure({ engine: 'PostgreSQL', dataDir, databaseUrl: url, products }));
    await drop();
  } finally {
    await server.stop();
  }
}
