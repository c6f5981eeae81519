import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { memoryEnvironment } from '#bench/measure/memory-environment.ts';
import { pick } from '#bench/measure/random.ts';
import type { Row } from '#bench/measure/rows.ts';
import { formatStatusCounts, percentile } from '#bench/measure/statistics.ts';
import { buildIfNeeded } from '#server/build.ts';
import { runBundler } from '#server/builds/run-build-step.ts';
import { memoryOf } from '#tests/server/sockets/host.ts';
import { runStore } from '#tests/support/browser/run-store.ts';
import { newDataDir, type RunningShop, startShop } from '#tests/support/browser/shop-server.ts';

const ADDRESSES = 100_000;

/** Intervals between two requests of the crawler and of all shoppers, in milliseconds. */
const CRAWLER_INTERVAL_MS = 20;
const SHOPPER_INTERVAL_MS = 10;

/** Duration without the crawler, for comparison, in milliseconds. */
const BASELINE_MS = 10_000;

const MEMORY_INTERVAL_MS = 1000;

/** Limits with the crawler: the shoppers' 99th percentile in milliseconds, and resident memory in MB. */
const MAX_P99_MS = 25;
const MAX_MEMORY_MB = 220;

const pages = ['/', '/shop', '/categories', '/faq'];
const searches = ['cotton', 'shirt', 'linen', 'cap', 'blue'];

/** A listing that no one else asks for. */
const listing = (i: number): string => `/shop?search=${searches[i % searches.length]}&min_price=${i}&sort_by=price_asc`;

interface Timed {
  status: number;
  ms: number;
}

function send(url: string, agent: Agent): Promise<Timed> {
  const start = performance.now();
  return new Promise((resolve) => {
    request(url, { agent, headers: { 'accept-encoding': 'br' } }, (response) => {
      response.resume().on('end', () => resolve({ status: response.statusCode ?? 0, ms: performance.now() - start }));
    })
      .on('error', () => resolve({ status: 0, ms: performance.now() - start }))
      .end();
  });
}

/** Sends a request at fixed intervals, without waiting for earlier answers, until `next` returns undefined. */
async function sendEvery(intervalMs: number, origin: string, next: (i: number) => string | undefined): Promise<Timed[]> {
  const agent = new Agent({ keepAlive: true });
  const answers: Promise<Timed>[] = [];
  const start = performance.now();
  for (let i = 0; ; i++) {
    const path = next(i);
    if (path === undefined) break;
    answers.push(send(origin + path, agent));
    await sleep(Math.max(0, start + (i + 1) * intervalMs - performance.now()));
  }
  const timed = await Promise.all(answers);
  agent.destroy();
  return timed;
}

async function measure(shop: RunningShop, addresses: number): Promise<Row[]> {
  for (const page of [...pages, ...pages, ...pages]) await send(shop.url + page, new Agent());
  const before = performance.now();
  const baseline = await sendEvery(SHOPPER_INTERVAL_MS, shop.url, () =>
    performance.now() < before + BASELINE_MS ? pick(pages) : undefined,
  );
  let crawled = false;
  let peak = 0;
  const watching = setInterval(() => {
    peak = Math.max(peak, memoryOf(shop.pid));
  }, MEMORY_INTERVAL_MS);
  const crawling = sendEvery(CRAWLER_INTERVAL_MS, shop.url, (i) => (i < addresses ? listing(i) : undefined)).finally(() => {
    crawled = true;
  });
  const shoppers = await sendEvery(SHOPPER_INTERVAL_MS, shop.url, () => (crawled ? undefined : pick(pages)));
  const answers = await crawling;
  clearInterval(watching);
  const statuses = new Map<number, number>();
  for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const failed = [...baseline, ...shoppers].filter(({ status }) => status !== 200).length;
  const ms = (timed: Timed[], share: number): string =>
    `${percentile(
      timed.map((answer) => answer.ms),
      share,
    ).toFixed(1)} ms`;
  console.log(`crawler               ${answers.length} addresses, ${formatStatusCounts(statuses)}, p50 ${ms(answers, 0.5)}`);
  console.log(`shoppers before       p50 ${ms(baseline, 0.5)}, p99 ${ms(baseline, 0.99)} (${baseline.length} requests)`);
  console.log(
    `shoppers meanwhile    p50 ${ms(shoppers, 0.5)}, p99 ${ms(shoppers, 0.99)}, limit ${MAX_P99_MS} ms (${shoppers.length} requests, ${failed} failed)`,
  );
  const mb = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MB`;
  console.log(`memory                at most ${mb(peak)}, then ${mb(memoryOf(shop.pid))}, limit ${MAX_MEMORY_MB} MB`);
  const p99 = (timed: Timed[]): number =>
    percentile(
      timed.map((answer) => answer.ms),
      0.99,
    );
  return [
    {
      name: 'shoppers while a crawler visits: 99th percentile, ms',
      measured: [p99(shoppers)],
      limit: [p99(baseline)],
      goal: { of: 'median', atMost: MAX_P99_MS },
    },
    { name: 'memory meanwhile, at most, MB', measured: [peak / 2 ** 20], goal: { of: 'median', atMost: MAX_MEMORY_MB } },
  ];
}

/**
 * Prints how long shoppers wait for cached pages, and the memory of the server, while a crawler requests 50 distinct listings per second.
 * Linux only.
 */
export async function benchCrawl(addresses = ADDRESSES): Promise<Row[]> {
  await runBundler(await buildIfNeeded(console.log), false, process.env);
  const dataDir = newDataDir();
  await runStore(dataDir, 'demo');
  const shop = await startShop(dataDir, memoryEnvironment, 'src/server/launch-build-or-sources.mjs');
  try {
    return await measure(shop, addresses);
  } finally {
    await shop.stop();
  }
}
