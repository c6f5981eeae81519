import { spawn } from 'node:child_process';
import { once } from 'node:events';
import autocannon from 'autocannon';
import { flood } from '#bench/measure/flood.ts';
import { MAX_FLOODED_MB } from '#bench/measure/memory-environment.ts';
import type { Row } from '#bench/measure/rows.ts';
import { megabytes, peakMegabytes, request, startOn } from '#bench/measure/started-shop.ts';
import { formatRange, formatStatusCounts } from '#bench/measure/statistics.ts';
import { buildIfNeeded } from '#server/build.ts';
import { runBundler } from '#server/builds/run-build-step.ts';
import { runStore } from '#tests/support/browser/run-store.ts';
import { newDataDir, type RunningShop } from '#tests/support/browser/shop-server.ts';

const STARTS = 5;
const SECONDS = 5;
const CONNECTIONS = 32;
const CRAWLERS = 4;
const MAX_CRAWLED = 5000;
const DISTINCT_LISTINGS = 2000;

/** The longest start in milliseconds, and the most memory in MB. */
const MAX_START_MS = 400;
const MAX_MB = 220;

/** Duration of the flood of distinct addresses, in milliseconds. */
const FLOOD_MS = 60_000;

const bareServer = `
  const server = require('node:http').createServer((_, response) => response.end('<!doctype html><title>Bare</title>'));
  server.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port));`;

/** Milliseconds until a bare server of `node:http` answers, and its memory then. */
async function startBare(): Promise<{ ms: number; megabytes: number }> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['-e', bareServer], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [address] = (await once(child.stdout, 'data')) as [Buffer];
  await (await request(String(address).trim())).text();
  const result = { ms: performance.now() - startedAt, megabytes: megabytes(child.pid as number) };
  child.kill();
  await once(child, 'exit');
  return result;
}

/** Requests every address that the pages name, pictures too; returns their number. */
async function crawl({ url }: RunningShop): Promise<number> {
  const found = ['/'];
  const seen = new Set(found);
  const visit = async (path: string): Promise<void> => {
    const response = await request(url + path);
    const text = await response.text();
    if (!response.headers.get('content-type')?.startsWith('text/html')) return;
    for (const [, link = ''] of text.matchAll(/(?:href|src|content)="([^"#]*)/g)) {
      const target = link.replaceAll('&amp;', '&').replace(/^http:\/\/127\.0\.0\.1:\d+/, '');
      if (!/^\/(?!\/)/.test(target) || seen.has(target) || seen.size >= MAX_CRAWLED) continue;
      seen.add(target);
      found.push(target);
    }
  };
  while (found.length > 0) await Promise.all(found.splice(0, CRAWLERS).map(visit));
  return seen.size;
}

/**
 * Prints the time from the start of the process to the first page, and the resident memory after the start, under load, after a crawler has
 * visited every link, after distinct listings, and in a flood of distinct addresses, beside a bare server. Linux only.
 */
export async function benchMemory(): Promise<Row[]> {
  await runBundler(await buildIfNeeded(console.log), false, process.env);
  const dataDir = newDataDir();
  await runStore(dataDir, 'demo');
  const bare = [];
  const starts: number[] = [];
  let current = await startOn(dataDir);
  for (let i = 0; i < STARTS; i++) {
    await current.shop.terminate();
    bare.push(await startBare());
    current = await startOn(dataDir);
    starts.push(current.ms);
  }
  const { shop } = current;
  const bareStarts = bare.map(({ ms }) => ms);
  const memory = (): number => megabytes(shop.pid);
  try {
    console.log(`start to first page   ${formatRange(starts)} ms, bare server ${formatRange(bareStarts)} ms`);
    console.log(`memory at the start   ${memory()} MB, bare server ${bare[0]?.megabytes} MB`);
    await autocannon({ url: shop.url, connections: CONNECTIONS, duration: SECONDS, headers: { 'accept-encoding': 'br' } });
    const loaded = memory();
    console.log(`under load            ${loaded} MB`);
    const addresses = await crawl(shop);
    const crawled = memory();
    console.log(`after a crawler       ${addresses} addresses, ${crawled} MB; at most ${peakMegabytes(shop.pid)} MB`);
    for (let i = 0; i < DISTINCT_LISTINGS; i++) await (await request(`${shop.url}/shop?search=cotton&min_price=${i}`)).text();
    console.log(`after ${DISTINCT_LISTINGS} listings   ${memory()} MB; at most ${peakMegabytes(shop.pid)} MB`);
    const answered = await flood(shop.url, FLOOD_MS);
    const flooded = peakMegabytes(shop.pid);
    console.log(`flood of random addresses: ${formatStatusCounts(answered)}; ${memory()} MB; at most ${flooded} MB`);
    const limit = bare.map((server) => server.megabytes);
    return [
      {
        name: 'start to the first page, ms',
        measured: starts,
        limit: bareStarts,
        goal: { of: 'median', atMost: MAX_START_MS },
      },
      { name: 'memory under load, MB', measured: [loaded], limit, goal: { of: 'median', atMost: MAX_MB } },
      { name: 'memory after a crawler, MB', measured: [crawled], limit, goal: { of: 'median', atMost: MAX_MB } },
      { name: 'memory in a flood, at most, MB', measured: [flooded], limit, goal: { of: 'median', atMost: MAX_FLOODED_MB } },
    ];
  } finally {
    await shop.stop();
  }
}
