import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { percentile } from '#bench/measure/statistics.ts';
import { withFolder } from '#bench/measure/store.ts';
import { openDatabase } from '../../src/api/database/open-database.ts';
import { startDemo } from '../../src/api/services/store/demo-period.ts';
import type { Connection } from '../../src/lib/client/request.ts';
import { startPostgres } from '../../tests/support/postgres/server.ts';
import { writeCatalogueFile, writeWooFile } from './catalogue.ts';
import { createShoppers, simulateShopping, type WriteResults } from './shoppers.ts';

const PRODUCTS = 50_000;
const SHOPPERS = 20;
/** Limit for the duration of a shopper's write, in milliseconds. */
const MAX_WRITE_MS = 1000;
/** Limit for the peak memory of an import, in megabytes. */
const MAX_MB = 400;
/** Interval between two memory readings, in milliseconds. */
const SAMPLE_MS = 100;

const serverProgram = fileURLToPath(new URL('../../tests/support/store/store-process.ts', import.meta.url));
const command = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

interface Engine {
  name: string;
  dataDir: string;
  databaseUrl: string | undefined;
}

/** Returns a process's peak memory in megabytes (Linux only, else 0). */
function peakMb(pid: number | undefined): number {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

async function importFile(file: string, { dataDir, databaseUrl }: Engine): Promise<{ seconds: number; megabytes: number }> {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '', NODE_NO_WARNINGS: '1' };
  const start = performance.now();
  const child = spawn(process.execPath, [command, 'import', file, '--no-pictures', '--json'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let megabytes = 0;
  const timer = setInterval(() => (megabytes = Math.max(megabytes, peakMb(child.pid))), SAMPLE_MS);
  const [code] = (await once(child, 'exit')) as [number];
  clearInterval(timer);
  if (code !== 0) throw new Error(`The import exited with ${code}`);
  return { seconds: (performance.now() - start) / 1000, megabytes };
}

async function startServer({ dataDir, databaseUrl }: Engine): Promise<{ server: ChildProcess; connection: Connection }> {
  const server = fork(serverProgram, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  server.send({ dataDir, databaseUrl });
  const [port] = (await once(server, 'message')) as [number];
  const connection = {
    base: `http://127.0.0.1:${port}/api`,
    applicationKey: 'test-key',
    send: (request: Request) => fetch(request),
  };
  return { server, connection };
}

function describeWrites({ times, failures }: WriteResults): string {
  const quantile = (fraction: number) => percentile(times, fraction).toFixed(0);
  return `${times.length} writes, ${failures.length} failed, p50 ${quantile(0.5)} ms, p99 ${quantile(0.99)} ms, slowest ${quantile(1)} ms`;
}

/** Returns the limits that were exceeded. */
function violations(writes: WriteResults, megabytes: number): string[] {
  return [
    ...(writes.failures.length > 0 ? [`${writes.failures.length} writes failed, such as ${writes.failures[0]}`] : []),
    ...(writes.times.some((ms) => ms > MAX_WRITE_MS) ? [`a write took longer than ${MAX_WRITE_MS} ms`] : []),
    ...(megabytes > MAX_MB ? [`the import took ${megabytes.toFixed(0)} MB`] : []),
  ];
}

async function measure(engine: Engine, files: readonly { label: string; file: string }[]): Promise<string[]> {
  const db = await openDatabase(engine.dataDir, engine.databaseUrl);
  // The server runs in demo mode, which it refuses in a shop with real customers.
  await startDemo(db);
  const shoppers = await createShoppers(db, SHOPPERS);
  await db.destroy();
  const { server, connection } = await startServer(engine);
  const problems: string[] = [];
  const seconds: number[] = [];
  try {
    for (const { label, file } of files) {
      const stop = new AbortController();
      const shopping = simulateShopping(connection, shoppers, stop.signal);
      const imported = await importFile(file, engine).finally(() => stop.abort());
      const writes = await shopping;
      seconds.push(imported.seconds);
      problems.push(...violations(writes, imported.megabytes).map((problem) => `${engine.name}, ${label}: ${problem}`));
      console.log(
        `${engine.name.padEnd(10)} ${label.padEnd(20)} ${imported.seconds.toFixed(1).padStart(6)} s, ${imported.megabytes.toFixed(0)} MB; ${describeWrites(writes)}`,
      );
    }
    const [first = 0, second = 0] = seconds;
    if (second > 2 * first)
      problems.push(`${engine.name}: changing every price took ${(second / first).toFixed(1)} times as long`);
  } finally {
    server.kill('SIGKILL');
    await once(server, 'exit');
  }
  return problems;
}

/** Imports a large catalogue, then with every price changed, then unchanged, then with other prices from a WooCommerce export, while shoppers order; on both engines. */
export async function benchImport(count = PRODUCTS): Promise<void> {
  const problems: string[] = [];
  await withFolder(async (folder) => {
    const files = ['first', 'second', 'woocommerce'].map((name) => join(folder, `${name}.csv`)) as [string, string, string];
    await writeCatalogueFile(files[0], count, 0);
    await writeCatalogueFile(files[1], count, 1);
    await writeWooFile(files[2], count, 2);
    const runs = [
      { label: `${count} products`, file: files[0] },
      { label: 'every price changed', file: files[1] },
      { label: 'nothing changed', file: files[1] },
      { label: 'prices, WooCommerce', file: files[2] },
    ];
    problems.push(...(await measure({ name: 'SQLite', dataDir: join(folder, 'sqlite'), databaseUrl: undefined }, runs)));
    const postgres = await startPostgres(['-c', 'fsync=on']);
    try {
      const databaseUrl = `${postgres.url}/postgres`;
      problems.push(...(await measure({ name: 'PostgreSQL', dataDir: join(folder, 'postgres'), databaseUrl }, runs)));
    } finally {
      await postgres.stop();
    }
  });
  for (const problem of problems) console.error(`Limit exceeded: ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
}
