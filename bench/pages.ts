import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import type { Row } from '#bench/measure/rows.ts';
import { formatRange, median } from '#bench/measure/statistics.ts';
import { buildIfNeeded } from '#server/build.ts';
import { runBundler } from '#server/builds/run-build-step.ts';
import { runStore } from '#tests/support/browser/run-store.ts';
import { freePort, newDataDir, type RunningShop, startShop } from '#tests/support/browser/shop-server.ts';

const ROUNDS = 5;
const SECONDS = 3;
const CONNECTIONS = 32;

/** Distinct listings per round, requested by this many connections. */
const LISTINGS = 300;
const LISTING_CONNECTIONS = 4;

/** Time for the host to recompress a page, in milliseconds. */
const RECOMPRESSION_MS = 1500;

/** Clock ticks per second in /proc (USER_HZ). */
const TICKS = 100;

/** The least share of the bare server's rate, the least listings per second and their most processor time, the least gain of a second process. */
const MIN_CACHED = 0.85;
const MIN_LISTINGS = 300;
const MAX_LISTING_MS = 6;
const MIN_WORKERS = 1.6;

const pages = ['/', '/shop', '/categories'];

/** Headers that a browser sends with a navigation. */
const browserHeaders = {
  'accept-encoding': 'gzip, deflate, br, zstd',
  accept: 'text/html,*/*;q=0.8',
  'accept-language': 'en-IN',
};

/** Processor time of a process so far, in milliseconds. */
function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS;
}

interface Raw {
  status: number;
  rawHeaders: string[];
  body: Buffer;
}

function fetchRaw(url: string, headers: Record<string, string> = {}): Promise<Raw> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { ...browserHeaders, ...headers } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, rawHeaders: response.rawHeaders, body: Buffer.concat(chunks) }),
      );
    })
      .on('error', reject)
      .end();
  });
}

/** Writes the given bytes and headers: the upper limit of Node. */
const bareProgram = `
  const { status, headers, file } = JSON.parse(process.env.ANSWER);
  const body = require('node:fs').readFileSync(file);
  const server = require('node:http').createServer((_, response) => { response.writeHead(status, headers); response.end(body); });
  server.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port));`;

/** Headers that node:http adds by itself. */
const ownHeaders = new Set(['date', 'connection', 'keep-alive']);

async function startBare({ status, rawHeaders, body }: Raw, folder: string): Promise<{ url: string; child: ChildProcess }> {
  const file = join(folder, 'body');
  writeFileSync(file, body);
  const headers = rawHeaders.filter((_, i) => !ownHeaders.has((rawHeaders[i - (i % 2)] as string).toLowerCase()));
  const child = spawn(process.execPath, ['-e', bareProgram], {
    env: { ...process.env, ANSWER: JSON.stringify({ status, headers, file }) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [address] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
  return { url: String(address).trim(), child };
}

interface Rate {
  perSecond: number;
  /** Processor time of the busiest process, divided by the number of requests to all, in microseconds. */
  us: number;
}

/** Requests one address at full speed; with wrk (Debian's package) the server is the bottleneck. `pids` are its processes. */
async function load(url: string, pids: readonly number[], headers: Record<string, string>): Promise<Rate> {
  const sent = { ...browserHeaders, ...headers };
  const before = pids.map(processorMs);
  let requests: number;
  if (!spawnSync('wrk', ['-v']).error) {
    const options = Object.entries(sent).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
    const wrk = spawn('wrk', ['-t1', `-c${CONNECTIONS}`, `-d${SECONDS}s`, ...options, url], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [report] = await Promise.all([text(wrk.stdout), once(wrk, 'exit')]);
    if (/Non-2xx/.test(report) && !headers['if-none-match']) throw new Error(`${url}: failed responses`);
    requests = Number(/(\d+) requests in/.exec(report)?.[1]);
  } else {
    const result = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS, headers: sent });
    requests = result.requests.total;
  }
  const busiestMs = Math.max(...pids.map((pid, i) => processorMs(pid) - (before[i] ?? 0)));
  return { perSecond: requests / SECONDS, us: (busiestMs * 1000) / requests };
}

/** Requests that a process would answer in a second of processor time. */
const perProcessorSecond = ({ us }: Rate): number => 1e6 / us;

/** Compares the shop with a bare server that writes the same answer, one round after the other. */
async function compare(name: string, url: string, pid: number, headers: Record<string, string>, folder: string): Promise<Row> {
  const answer = await fetchRaw(url, headers);
  const bare = await startBare(answer, folder);
  const rounds: { shop: Rate; bare: Rate }[] = [];
  for (let round = 0; round < ROUNDS; round++)
    rounds.push({
      shop: await load(url, [pid], headers),
      bare: await load(bare.url, [bare.child.pid as number], headers),
    });
  bare.child.kill();
  await once(bare.child, 'exit');
  console.log(
    `${name.padEnd(18)} ${answer.status} ${String(answer.body.length).padStart(6)} bytes  ` +
      `${Math.round(median(rounds.map(({ shop }) => shop.perSecond)))}/s  ` +
      `processor ${formatRange(
        rounds.map(({ shop }) => shop.us),
        1,
      )} µs, bare ${formatRange(
        rounds.map(({ bare }) => bare.us),
        1,
      )} µs  ` +
      `ratio of processor ${formatRange(
        rounds.map((round) => round.bare.us / round.shop.us),
        2,
      )}, of rate ${formatRange(
        rounds.map((round) => round.shop.perSecond / round.bare.perSecond),
        2,
      )}`,
  );
  return {
    name: `${name}, cached: answers per second of processor`,
    measured: rounds.map(({ shop }) => perProcessorSecond(shop)),
    limit: rounds.map(({ bare }) => perProcessorSecond(bare)),
    goal: { of: 'ratio', atLeast: MIN_CACHED },
  };
}

/** The processes that a process has started. */
const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);

/**
 * Compares two processes of the shop with one, on the same data, one round after the other. Where the client shares the cores with them,
 * the rate says little; what counts is the processor time of the busiest process, which limits the rate on a machine with cores to spare.
 */
async function compareWorkers(one: RunningShop): Promise<Row> {
  const settings = { LOG_LEVEL: 'error', DEMO_MODE: '1', WORKERS: '2', PORT: await freePort() };
  const two = await startShop(one.dataDir, settings, 'src/server/start.mjs');
  try {
    const path = '/shop';
    for (let i = 0; i < 12; i++) await Promise.all([one, two].map(({ url }) => fetchRaw(url + path)));
    await sleep(RECOMPRESSION_MS);
    const processes = [two.pid, ...childrenOf(two.pid)];
    const rounds: { one: Rate; two: Rate }[] = [];
    for (let round = 0; round < ROUNDS; round++)
      rounds.push({ one: await load(one.url + path, [one.pid], {}), two: await load(two.url + path, processes, {}) });
    const range = (figure: (round: { one: Rate; two: Rate }) => number, digits: number): string =>
      formatRange(rounds.map(figure), digits);
    console.log(
      `two processes      ${range(({ two }) => two.perSecond, 0)}/s, one ${range(({ one }) => one.perSecond, 0)}/s; ` +
        `ratio of rate ${range(({ one, two }) => two.perSecond / one.perSecond, 2)}, ` +
        `of the busiest process's processor ${range(({ one, two }) => one.us / two.us, 2)}`,
    );
    return {
      name: 'two processes: cached /shop per second of processor of the busiest, beside one',
      measured: rounds.map(({ two }) => perProcessorSecond(two)),
      limit: rounds.map(({ one }) => perProcessorSecond(one)),
      goal: { of: 'ratio', atLeast: MIN_WORKERS },
    };
  } finally {
    await two.terminate();
  }
}

/** Requests listings that no one asked for before; prints the rate and the processor time of one. */
async function measureListings(origin: string, pid: number): Promise<Row[]> {
  const rounds: Rate[] = [];
  let next = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    const before = processorMs(pid);
    const connection = async (): Promise<void> => {
      for (let i = 0; i < LISTINGS / LISTING_CONNECTIONS; i++) {
        const { status } = await fetchRaw(`${origin}/shop?search=cotton&min_price=${next++}`);
        if (status !== 200) throw new Error(`A listing was answered ${status}`);
      }
    };
    await Promise.all(Array.from({ length: LISTING_CONNECTIONS }, connection));
    const seconds = (performance.now() - start) / 1000;
    await sleep(RECOMPRESSION_MS);
    rounds.push({ perSecond: LISTINGS / seconds, us: ((processorMs(pid) - before) * 1000) / LISTINGS });
  }
  console.log(
    `uncached listings  ${formatRange(
      rounds.map(({ perSecond }) => perSecond),
      0,
    )}/s  processor ${formatRange(
      rounds.map(({ us }) => us / 1000),
      1,
    )} ms each`,
  );
  return [
    {
      name: 'uncached listings per second',
      measured: rounds.map(({ perSecond }) => perSecond),
      goal: { of: 'median', atLeast: MIN_LISTINGS },
    },
    {
      name: 'uncached listing: processor, ms',
      measured: rounds.map(({ us }) => us / 1000),
      goal: { of: 'median', atMost: MAX_LISTING_MS },
    },
  ];
}

/**
 * Prints requests per second and processor time of cached pages (whole, and 304) beside a bare server with the same bytes and headers, and of
 * uncached listings; and cached pages of two processes beside one. Linux only.
 */
export async function benchPages(): Promise<Row[]> {
  await runBundler(await buildIfNeeded(console.log), false, process.env);
  const dataDir = newDataDir();
  await runStore(dataDir, 'demo');
  const shop = await startShop(dataDir, { LOG_LEVEL: 'error', DEMO_MODE: '1' }, 'src/server/launch-build-or-sources.mjs');
  const folder = mkdtempSync(join(tmpdir(), 'haat-bench-'));
  const rows: Row[] = [];
  try {
    for (const page of pages) {
      const url = shop.url + page;
      for (let i = 0; i < 3; i++) await fetchRaw(url);
      await sleep(RECOMPRESSION_MS);
      rows.push(await compare(page, url, shop.pid, {}, folder));
      if (page !== '/shop') continue;
      const { rawHeaders } = await fetchRaw(url);
      const etag = rawHeaders[rawHeaders.findIndex((name) => name.toLowerCase() === 'etag') + 1] as string;
      rows.push(await compare(`${page} unchanged`, url, shop.pid, { 'if-none-match': etag }, folder));
    }
    rows.push(...(await measureListings(shop.url, shop.pid)));
    rows.push(await compareWorkers(shop));
    return rows;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await shop.stop();
  }
}
