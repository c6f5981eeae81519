import { cpSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { browserHeaders, CONNECTIONS, processorMs } from '#bench/measure/load.ts';
import { memoryEnvironment } from '#bench/measure/memory-environment.ts';
import type { Row } from '#bench/measure/rows.ts';
import { formatRange } from '#bench/measure/statistics.ts';
import { freePort, type RunningShop, startShop } from '#tests/support/browser/shop-server.ts';

const ROUNDS = 5;

/** Requests of each connection in a round: some seconds of work, because processor time is counted in hundredths of a second. */
const REQUESTS_PER_CONNECTION = 2500;

/** The least gain of a second process. */
const MIN_GAIN = 1.6;

/** Requests that warm the processes; each takes a connection of its own, so that all processes get some. */
const WARMING_REQUESTS = 24;

/** Time for the hosts to recompress a page, in milliseconds. */
const RECOMPRESSION_MS = 1500;

/** The processes that a process has started. */
const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);

/** Requests an address over a new connection. */
const visit = (url: string): Promise<void> =>
  new Promise((resolve, reject) => {
    request(url, { agent: false, headers: browserHeaders }, (response) => response.resume().on('end', resolve))
      .on('error', reject)
      .end();
  });

interface Round {
  /** Processor time of the busiest process, and of all, divided by the number of requests, in microseconds. */
  busiestUs: number;
  allUs: number;
}

/** Requests an address as often on each connection. `pids` are the processes that answer. */
async function loadEqually(url: string, pids: readonly number[]): Promise<Round> {
  const amount = CONNECTIONS * REQUESTS_PER_CONNECTION;
  const before = pids.map(processorMs);
  const { requests, non2xx, errors } = await autocannon({ url, connections: CONNECTIONS, amount, headers: browserHeaders });
  if (non2xx + errors > 0 || requests.total !== amount) throw new Error(`${url}: failed responses`);
  const used = pids.map((pid, i) => ((processorMs(pid) - (before[i] ?? 0)) * 1000) / amount);
  return { busiestUs: Math.max(...used), allUs: used.reduce((sum, us) => sum + us, 0) };
}

/** The folder of the two processes: only one shop runs on a data folder. */
const copyOf = (dataDir: string): string => `${dataDir}-two`;

/** Starts one process and two on equal data, with the same settings of memory. */
async function startBoth(dataDir: string): Promise<[one: RunningShop, two: RunningShop]> {
  const settings = { ...memoryEnvironment, LOG_LEVEL: 'error' };
  cpSync(dataDir, copyOf(dataDir), { recursive: true });
  const one = await startShop(dataDir, settings, 'src/server/launch-build-or-sources.mjs');
  try {
    const two = await startShop(copyOf(dataDir), { ...settings, WORKERS: '2', PORT: await freePort() }, 'src/server/start.mjs');
    return [one, two];
  } catch (error) {
    await one.terminate();
    throw error;
  }
}

/** Requests the page until all processes answer it at full speed. */
async function warm(one: RunningShop, two: RunningShop, path: string): Promise<void> {
  // The second process starts when the first is open.
  while (childrenOf(two.pid).length < 2) await sleep(100);
  await sleep(RECOMPRESSION_MS);
  for (let i = 0; i < WARMING_REQUESTS; i++) for (const { url } of [one, two]) await visit(url + path);
  await sleep(RECOMPRESSION_MS);
  for (const { url, pid } of [one, two]) await loadEqually(url + path, [pid]);
}

/**
 * Compares two processes of the shop with one, one round after the other, by the processor time of the busiest process, which limits the
 * rate on a machine with cores to spare. At full speed the system's scheduler would decide which process works more, because the client
 * shares the cores with them; with as many requests on each connection, the connections decide.
 */
export async function compareProcesses(dataDir: string): Promise<Row> {
  const [one, two] = await startBoth(dataDir);
  try {
    const path = '/shop';
    await warm(one, two, path);
    const processes = [two.pid, ...childrenOf(two.pid)];
    const rounds: { one: Round; two: Round }[] = [];
    for (let round = 0; round < ROUNDS; round++)
      rounds.push({
        one: await loadEqually(one.url + path, [one.pid]),
        two: await loadEqually(two.url + path, processes),
      });
    const range = (figure: (round: { one: Round; two: Round }) => number): string => formatRange(rounds.map(figure), 2);
    console.log(
      `two processes      processor of one beside the busiest of two ${range(({ one, two }) => one.busiestUs / two.busiestUs)}; ` +
        `share of the busiest ${range(({ two }) => two.busiestUs / two.allUs)}, ` +
        `of a page beside one process ${range(({ one, two }) => two.allUs / one.allUs)}`,
    );
    return {
      name: 'two processes: cached /shop per second of processor of the busiest, beside one',
      measured: rounds.map(({ two }) => 1e6 / two.busiestUs),
      limit: rounds.map(({ one }) => 1e6 / one.busiestUs),
      goal: { of: 'ratio', atLeast: MIN_GAIN },
    };
  } finally {
    await Promise.all([one.terminate(), two.terminate()]);
    rmSync(copyOf(dataDir), { recursive: true, force: true });
  }
}
