import { sql } from 'kysely';
import type { Store } from '#api/embedded-store.ts';
import { refreshColumns } from '#api/services/columns/current-columns.ts';
import { fillCatalogue } from '#bench/api/catalogue.ts';
import { measureLatency, reads } from '#bench/api/reads.ts';
import { withFolder, withStore } from '#bench/measure/store.ts';
import { buildIfNeeded } from '#server/build.ts';
import { runBundler } from '#server/builds/run-build-step.ts';
import { createDatabase } from '#tests/support/postgres/database.ts';
import { startPostgres } from '#tests/support/postgres/server.ts';
import { printPlans } from './plans.ts';
import { largeReads } from './reads.ts';
import { measureStarted } from './started.ts';

/** Reads answered before the columns are loaded. */
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

/** Prints latencies of every kind of read, before and after the columns are loaded, and query plans. Returns slugs of products. */
async function measureStore({ dataDir, databaseUrl, products }: LargeShop): Promise<string[]> {
  return withStore({ dataDir, databaseUrl, runsBackgroundWork: false }, async (store) => {
    const slugs = await readSlugs(store);
    const print = async (name: string, ...options: Parameters<typeof measureLatency>): Promise<void> => {
      const { p50, p99, slowest } = await measureLatency(...options);
      console.log(`  ${name.padEnd(29)} p50 ${formatMs(p50)}  p99 ${formatMs(p99)}  slowest ${formatMs(slowest)}`);
    };
    for (const name of ['listing', 'search'] as const)
      await print(`${name} while columns load`, store, reads[name](slugs), { requests: EARLY_READS, warmUp: 0 });
    const startedAt = performance.now();
    // The wait before the next query does not keep a process alive.
    const keepAlive = setInterval(() => undefined, 1000);
    await refreshColumns(store.db);
    clearInterval(keepAlive);
    console.log(`  columns loaded in             ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
    for (const [name, read] of Object.entries(largeReads(slugs, products))) await print(name, store, read);
    console.log('\n  Plans of queries while columns load:');
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
  const { dataDir, databaseUrl, products } = shop;
  await withStore({ dataDir, databaseUrl }, async ({ db }) => {
    await fillCatalogue(db, products);
    // Autovacuum would collect the statistics only minutes later.
    if (databaseUrl) await sql`ANALYZE`.execute(db);
  });
  await measureLargeShop(shop);
}

/**
 * Prints, for a shop with this many products on both engines: latencies of every kind of read before and after the columns are loaded, query
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
