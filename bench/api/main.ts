import { sql } from 'kysely';
import type { Store } from '#api/store.ts';
import { median } from '#bench/measure/statistics.ts';
import { withFolder, withStore } from '#bench/measure/store.ts';
import { createDatabase } from '#tests/support/postgres/database.ts';
import { startPostgres } from '#tests/support/postgres/server.ts';
import { fillCatalogue } from './catalogue.ts';
import { measureCheckoutRate, measurePostgresCommitRate, measureSqliteCommitRate } from './checkouts.ts';
import { measureLatency, reads } from './reads.ts';

const SIZES = [1000, 10_000, 100_000];
const ROUNDS = 5;

/** A database to measure in. */
interface Target {
  dataDir: string;
  databaseUrl: string | undefined;
  bareRate: () => number | Promise<number>;
}

async function slugsOf(store: Store): Promise<string[]> {
  const rows = await store.db.selectFrom('product').select('slug').orderBy('import_hash').limit(5000).execute();
  return rows.map(({ slug }) => slug);
}

async function measureReads(store: Store, engine: string, products: number): Promise<void> {
  const slugs = await slugsOf(store);
  for (const [name, createRequest] of Object.entries(reads)) {
    const { p50, p99 } = await measureLatency(store, createRequest(slugs));
    console.log(
      `${engine.padEnd(10)} ${String(products).padStart(7)} products  ${name.padEnd(8)} p50 ${p50.toFixed(1).padStart(6)} ms  p99 ${p99.toFixed(1).padStart(6)} ms`,
    );
  }
}

/**
 * Alternates checkouts and bare commits, because a machine's speed drifts. A checkout has about twenty statements, a bare commit one. With
 * a slow fsync, group commit brings the rates close together; with a fast one, the printed CPU time limits the checkouts.
 */
async function measureCheckouts(store: Store, engine: string, { bareRate }: Target): Promise<void> {
  const rounds: { checkouts: number; cpuMs: number; commits: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { perSecond, cpuMs } = await measureCheckoutRate(store);
    rounds.push({ checkouts: perSecond, cpuMs, commits: await bareRate() });
  }
  const medianOf = (figure: (round: (typeof rounds)[number]) => number): number => median(rounds.map(figure));
  const checkouts = medianOf((round) => round.checkouts);
  const commits = medianOf((round) => round.commits);
  console.log(
    `${engine.padEnd(10)} ${Math.round(checkouts)} checkouts/s (${medianOf((round) => round.cpuMs).toFixed(2)} ms CPU each), ` +
      `${Math.round(commits)} bare commits/s (${(1000 / commits).toFixed(2)} ms each), ratio ${medianOf((round) => round.checkouts / round.commits).toFixed(2)}`,
  );
}

async function measure(engine: string, products: number, target: Target): Promise<void> {
  const { dataDir, databaseUrl } = target;
  await withStore({ dataDir, databaseUrl }, async (store) => {
    await fillCatalogue(store.db, products);
    // Autovacuum would collect the statistics only minutes later.
    if (databaseUrl) await sql`ANALYZE`.execute(store.db);
    await measureReads(store, engine, products);
    await measureCheckouts(store, engine, target);
  });
}

async function measureSqlite(products: number): Promise<void> {
  await withFolder((dataDir) =>
    measure('SQLite', products, { dataDir, databaseUrl: undefined, bareRate: () => measureSqliteCommitRate(dataDir) }),
  );
}

async function measurePostgres(products: number, serverUrl: string): Promise<void> {
  const { url, drop } = await createDatabase(serverUrl);
  await withFolder((dataDir) =>
    measure('PostgreSQL', products, { dataDir, databaseUrl: url, bareRate: () => measurePostgresCommitRate(url) }),
  );
  await drop();
}

/** Prints read latencies, and checkouts per second compared with the engine's bare commits, for both engines and each size. */
export async function benchApi(sizes: readonly number[] = SIZES): Promise<void> {
  for (const products of sizes) await measureSqlite(products);
  const server = await startPostgres(['-c', 'fsync=on']);
  try {
    for (const products of sizes) await measurePostgres(products, server.url);
  } finally {
    await server.stop();
  }
}
