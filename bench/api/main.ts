import { readPostgresProcessorMs } from '#bench/measure/postgres-processor.ts';
import type { Row } from '#bench/measure/rows.ts';
import { median } from '#bench/measure/statistics.ts';
import { withFolder, withStore } from '#bench/measure/store.ts';
import { optimiseCatalogue } from '../../src/api/database/postgres/optimise-catalogue.ts';
import type { Store } from '../../src/api/embedded-store.ts';
import { createDatabase } from '../../tests/support/postgres/database.ts';
import { type PostgresServer, startPostgres } from '../../tests/support/postgres/server.ts';
import { fillCatalogue } from './catalogue.ts';
import { measureCheckoutRate, measurePostgresCommitRate, measureSqliteCommitRate } from './checkouts.ts';
import { measureLatency, reads } from './reads.ts';

const SIZES = [1000, 10_000, 100_000];
const ROUNDS = 5;

/** The longest 99th percentile of a read in milliseconds, and the least checkouts per second, on PostgreSQL. */
const MAX_P99_MS = 40;
const MIN_CHECKOUTS = 900;

/** What is measured on one engine: the 99th percentile of each read in milliseconds, and checkouts per second. */
interface Figures {
  p99: Record<string, number>;
  checkouts: number[];
}

/** A database to measure in. */
interface Target {
  dataDir: string;
  databaseUrl: string | undefined;
  bareRate: () => number | Promise<number>;
  /** CPU time of the database server so far, in milliseconds; undefined without one. */
  readServerCpuMs?: () => number;
}

async function slugsOf(store: Store): Promise<string[]> {
  const rows = await store.db.selectFrom('product').select('slug').orderBy('import_hash').limit(5000).execute();
  return rows.map(({ slug }) => slug);
}

async function measureReads(store: Store, engine: string, products: number): Promise<Figures['p99']> {
  const slugs = await slugsOf(store);
  const figures: Figures['p99'] = {};
  for (const [name, createRequest] of Object.entries(reads)) {
    const { p50, p99 } = await measureLatency(store, createRequest(slugs));
    console.log(
      `${engine.padEnd(10)} ${String(products).padStart(7)} products  ${name.padEnd(8)} p50 ${p50.toFixed(1).padStart(6)} ms  p99 ${p99.toFixed(1).padStart(6)} ms`,
    );
    figures[name] = p99;
  }
  return figures;
}

/**
 * Alternates checkouts and bare commits, because a machine's speed drifts. A checkout has about eight statements, a bare commit one. With
 * a slow fsync, group commit brings the rates close together; with a fast one, the printed CPU time limits the checkouts.
 */
async function measureCheckouts(store: Store, engine: string, { bareRate, readServerCpuMs }: Target): Promise<number[]> {
  const rounds: { checkouts: number; cpuMs: number; serverCpuMs: number; commits: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { perSecond, ...cpu } = await measureCheckoutRate(store, readServerCpuMs);
    rounds.push({ checkouts: perSecond, ...cpu, commits: await bareRate() });
  }
  const medianOf = (figure: (round: (typeof rounds)[number]) => number): number => median(rounds.map(figure));
  const checkouts = medianOf((round) => round.checkouts);
  const commits = medianOf((round) => round.commits);
  console.log(
    `${engine.padEnd(10)} ${Math.round(checkouts)} checkouts/s (${medianOf((round) => round.cpuMs).toFixed(2)} ms CPU each` +
      `${readServerCpuMs ? `, ${medianOf((round) => round.serverCpuMs).toFixed(2)} ms of the server` : ''}), ` +
      `${Math.round(commits)} bare commits/s (${(1000 / commits).toFixed(2)} ms each), ratio ${medianOf((round) => round.checkouts / round.commits).toFixed(2)}`,
  );
  return rounds.map((round) => round.checkouts);
}

async function measure(engine: string, products: number, target: Target): Promise<Figures> {
  const { dataDir, databaseUrl } = target;
  await withStore({ dataDir, databaseUrl }, async ({ db }) => {
    await fillCatalogue(db, products);
    await optimiseCatalogue(db);
  });
  return withStore({ dataDir, databaseUrl }, async (store) => {
    const p99 = await measureReads(store, engine, products);
    return { p99, checkouts: await measureCheckouts(store, engine, target) };
  });
}

function measureSqlite(products: number): Promise<Figures> {
  return withFolder((dataDir) =>
    measure('SQLite', products, { dataDir, databaseUrl: undefined, bareRate: () => measureSqliteCommitRate(dataDir) }),
  );
}

async function measurePostgres(products: number, { url: serverUrl, socketFolder }: PostgresServer): Promise<Figures> {
  const { url, drop } = await createDatabase(serverUrl);
  const figures = await withFolder((dataDir) =>
    measure('PostgreSQL', products, {
      dataDir,
      databaseUrl: url,
      bareRate: () => measurePostgresCommitRate(url),
      readServerCpuMs: () => readPostgresProcessorMs(socketFolder),
    }),
  );
  await drop();
  return figures;
}

/** The rows of one size: PostgreSQL, with SQLite as the limit. */
function toRows(products: number, postgres: Figures, sqlite: Figures): Row[] {
  const rows = Object.entries(postgres.p99).map(([name, p99]): Row => {
    const limit = [sqlite.p99[name] ?? Number.NaN];
    const goal: Row['goal'] = { of: 'median', atMost: MAX_P99_MS };
    return { name: `PostgreSQL, ${products} products, ${name}: 99th percentile, ms`, measured: [p99], limit, goal };
  });
  const { checkouts: measured } = postgres;
  const name = `PostgreSQL, ${products} products: checkouts per second`;
  return [...rows, { name, measured, limit: sqlite.checkouts, goal: { of: 'median', atLeast: MIN_CHECKOUTS } }];
}

/** Prints read latencies, and checkouts per second compared with the engine's bare commits, for both engines and each size. */
export async function benchApi(sizes: readonly number[] = SIZES): Promise<Row[]> {
  const sqlite = new Map<number, Figures>();
  for (const products of sizes) sqlite.set(products, await measureSqlite(products));
  const rows: Row[] = [];
  const server = await startPostgres(['-c', 'fsync=on']);
  try {
    for (const [products, figures] of sqlite) rows.push(...toRows(products, await measurePostgres(products, server), figures));
    return rows;
  } finally {
    await server.stop();
  }
}
