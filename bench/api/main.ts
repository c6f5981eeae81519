import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { openStore, type Store } from '#api/store.ts';
import { createDatabase } from '#tests/support/postgres/database.ts';
import { startPostgres } from '#tests/support/postgres/server.ts';
import { fillCatalogue } from './catalogue.ts';
import { measureCheckoutRate, measurePostgresCommitRate, measureSqliteCommitRate } from './checkouts.ts';
import { measureLatency, reads } from './reads.ts';

const SIZES = [1000, 10_000, 100_000];
const ROUNDS = 5;

/** A database to measure in, taken away afterwards. */
interface Ground {
  dataDir: string;
  databaseUrl: string | undefined;
  bareRate: () => number | Promise<number>;
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function slugsOf(store: Store): Promise<string[]> {
  const rows = await store.db.selectFrom('product').select('slug').orderBy('import_hash').limit(5000).execute();
  return rows.map(({ slug }) => slug);
}

async function measureReads(store: Store, engine: string, products: number): Promise<void> {
  const slugs = await slugsOf(store);
  for (const [name, reading] of Object.entries(reads)) {
    const { p50, p99 } = await measureLatency(store, reading(slugs));
    console.log(
      `${engine.padEnd(10)} ${String(products).padStart(7)} products  ${name.padEnd(8)} p50 ${p50.toFixed(1).padStart(6)} ms  p99 ${p99.toFixed(1).padStart(6)} ms`,
    );
  }
}

/**
 * Side by side, round after round, since machines drift. A checkout is some twenty statements and a bare commit is one: where syncing to
 * disk is the dear part, checkouts that are committed together come close to bare commits or pass them; where it costs next to nothing,
 * what holds them is the processor time that is printed beside them.
 */
async function measureCheckouts(store: Store, engine: string, { bareRate }: Ground): Promise<void> {
  const rounds: { checkouts: number; processorMs: number; commits: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { perSecond, cpuMs: processorMs } = await measureCheckoutRate(store);
    rounds.push({ checkouts: perSecond, processorMs, commits: await bareRate() });
  }
  const of = (figure: (round: (typeof rounds)[number]) => number): number => median(rounds.map(figure));
  const checkouts = of((round) => round.checkouts);
  const commits = of((round) => round.commits);
  console.log(
    `${engine.padEnd(10)} ${Math.round(checkouts)} checkouts/s (${of((round) => round.processorMs).toFixed(2)} ms of processor each) beside ` +
      `${Math.round(commits)} bare commits/s (${(1000 / commits).toFixed(2)} ms each): ${of((round) => round.checkouts / round.commits).toFixed(2)}`,
  );
}

async function measure(engine: string, products: number, ground: Ground): Promise<void> {
  const { dataDir, databaseUrl } = ground;
  const log = pino({ level: 'silent' });
  const store = await openStore({ dataDir, databaseUrl, applicationKey: 'bench', demoMode: true, log });
  try {
    await fillCatalogue(store.db, products);
    // PostgreSQL gathers statistics by itself, though some minutes later; a shop of this size did not come about a moment ago.
    if (databaseUrl) await sql`ANALYZE`.execute(store.db);
    await measureReads(store, engine, products);
    await measureCheckouts(store, engine, ground);
  } finally {
    await store.close();
  }
}

/** Prints, on both engines and at each size, how long reads take and how checkouts compare with the engine's own commits. */
export async function benchApi(sizes: readonly number[] = SIZES): Promise<void> {
  const dataDirs = sizes.map(() => mkdtempSync(join(tmpdir(), 'haat-bench-')));
  try {
    for (const [i, products] of sizes.entries()) {
      const dataDir = dataDirs[i] ?? '';
      await measure('SQLite', products, { dataDir, databaseUrl: undefined, bareRate: () => measureSqliteCommitRate(dataDir) });
    }
    const server = await startPostgres(['-c', 'fsync=on']);
    try {
      for (const [i, products] of sizes.entries()) {
        const { url, drop } = await createDatabase(server.url);
        await measure('PostgreSQL', products, {
          dataDir: dataDirs[i] ?? '',
          databaseUrl: url,
          bareRate: () => measurePostgresCommitRate(url),
        });
        await drop();
      }
    } finally {
      await server.stop();
    }
  } finally {
    for (const dataDir of dataDirs) rmSync(dataDir, { recursive: true, force: true });
  }
}
