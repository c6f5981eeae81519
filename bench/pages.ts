import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { browserHeaders, load, perProcessorSecond, processorMs, type Rate } from '#bench/measure/load.ts';
import { formatTable, type Row } from '#bench/measure/rows.ts';
import { formatRange, median } from '#bench/measure/statistics.ts';
import { buildIfNeeded } from '../src/server/build.ts';
import { runBundler } from '../src/server/builds/run-build-step.ts';
import { runStore } from '../tests/support/browser/run-store.ts';
import { newDataDir, startShop } from '../tests/support/browser/shop-server.ts';

const ROUNDS = 5;

/** Distinct listings per round, requested by this many connections. */
const LISTINGS = 300;
const LISTING_CONNECTIONS = 4;

/** The same before the first round: a server that has just started compiles its code meanwhile. */
const WARM_UP_LISTINGS = 600;

/** Time for the host to recompress a page, in milliseconds. */
const RECOMPRESSION_MS = 1500;

/** The least share of the bare server's rate, the least listings per second, and their most processor time. */
const MIN_CACHED = 0.85;
const MIN_LISTINGS = 300;
const MAX_LISTING_MS = 6;

const pages = ['/', '/shop', '/categories'];

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
  const { status, headers, file } = JSON.parse(process.env.RESPONSE);
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
    env: { ...process.env, RESPONSE: JSON.stringify({ status, headers, file }) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [address] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
  return { url: String(address).trim(), child };
}

/** Compares the shop with a bare server that writes the same response, one round after the other. */
async function compare(name: string, url: string, pid: number, headers: Record<string, string>, folder: string): Promise<Row> {
  const response = await fetchRaw(url, headers);
  const bare = await startBare(response, folder);
  const rounds: { shop: Rate; bare: Rate }[] = [];
  for (let round = 0; round < ROUNDS; round++)
    rounds.push({
      shop: await load(url, pid, headers),
      bare: await load(bare.url, bare.child.pid as number, headers),
    });
  bare.child.kill();
  await once(bare.child, 'exit');
  const perSecond = median(rounds.map(({ shop }) => shop.perSecond));
  const us = rounds.map(({ shop }) => shop.us);
  console.log(`${name.padEnd(18)} ${response.body.length} bytes, ${Math.round(perSecond)}/s, processor ${formatRange(us, 1)} µs`);
  return {
    name: `${name}, cached: responses per second of processor`,
    measured: rounds.map(({ shop }) => perProcessorSecond(shop)),
    limit: rounds.map(({ bare }) => perProcessorSecond(bare)),
    goal: { of: 'ratio', atLeast: MIN_CACHED },
  };
}

/** Requests listings that no one asked for before. */
async function measureListings(origin: string, pid: number): Promise<Row[]> {
  const rounds: Rate[] = [];
  let next = 0;
  const requestListings = async (count: number): Promise<void> => {
    const connection = async (): Promise<void> => {
      for (let i = 0; i < count / LISTING_CONNECTIONS; i++) {
        const { status } = await fetchRaw(`${origin}/shop?search=cotton&min_price=${next++}`);
        if (status !== 200) throw new Error(`A listing was answered ${status}`);
      }
    };
    await Promise.all(Array.from({ length: LISTING_CONNECTIONS }, connection));
  };
  await requestListings(WARM_UP_LISTINGS);
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    const before = processorMs(pid);
    await requestListings(LISTINGS);
    const seconds = (performance.now() - start) / 1000;
    await sleep(RECOMPRESSION_MS);
    rounds.push({ perSecond: LISTINGS / seconds, us: ((processorMs(pid) - before) * 1000) / LISTINGS });
  }
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
 * Prints requests per second and processor time of cached pages (whole, and 304) beside a bare server with the same bytes and headers, and
 * measures uncached listings. Linux only.
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
    console.log(formatTable(rows));
    return rows;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await shop.stop();
  }
}
