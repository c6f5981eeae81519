import autocannon from 'autocannon';
import { flood } from '#bench/measure/flood.ts';
import { MAX_FLOODED_MB } from '#bench/measure/memory-environment.ts';
import { formatTable, type Row } from '#bench/measure/rows.ts';
import { megabytes, peakMegabytes, request, startOn } from '#bench/measure/started-shop.ts';
import { formatStatusCounts } from '#bench/measure/statistics.ts';
import { buildIfNeeded } from '../src/server/build.ts';
import { runBundler } from '../src/server/builds/run-build-step.ts';
import { runStore } from '../tests/support/browser/run-store.ts';
import { newDataDir } from '../tests/support/browser/shop-server.ts';

const STARTS = 5;
const SECONDS = 5;
const CONNECTIONS = 32;
const DISTINCT_LISTINGS = 2000;

/** The longest start in milliseconds, and the most memory in MB. */
const MAX_START_MS = 400;
const MAX_MB = 220;

/** Duration of the flood of distinct addresses, in milliseconds. */
const FLOOD_MS = 60_000;

/**
 * Prints the time from the start of the process to the first page, and the resident memory after the start, under load, after distinct
 * listings, and in a flood of distinct addresses. Linux only.
 */
export async function benchMemory(): Promise<Row[]> {
  await runBundler(await buildIfNeeded(console.log), false, process.env);
  const dataDir = newDataDir();
  await runStore(dataDir, 'demo');
  const starts: number[] = [];
  let current = await startOn(dataDir);
  for (let i = 0; i < STARTS; i++) {
    await current.shop.terminate();
    current = await startOn(dataDir);
    starts.push(current.ms);
  }
  const { shop } = current;
  const memory = (): number => megabytes(shop.pid);
  try {
    console.log(`memory at the start   ${memory()} MB`);
    await autocannon({ url: shop.url, connections: CONNECTIONS, duration: SECONDS, headers: { 'accept-encoding': 'br' } });
    const loaded = memory();
    for (let i = 0; i < DISTINCT_LISTINGS; i++) await (await request(`${shop.url}/shop?search=cotton&min_price=${i}`)).text();
    const listed = memory();
    const answered = await flood(shop.url, FLOOD_MS);
    const flooded = peakMegabytes(shop.pid);
    console.log(`flood of random addresses: ${formatStatusCounts(answered)}; then ${memory()} MB`);
    const atMost = (most: number): Row['goal'] => ({ of: 'median', atMost: most });
    const rows: Row[] = [
      { name: 'start to the first page, ms', measured: starts, goal: atMost(MAX_START_MS) },
      { name: 'memory under load, MB', measured: [loaded], goal: atMost(MAX_MB) },
      { name: `memory after ${DISTINCT_LISTINGS} listings, MB`, measured: [listed], goal: atMost(MAX_MB) },
      { name: 'memory in a flood, at most, MB', measured: [flooded], goal: atMost(MAX_FLOODED_MB) },
    ];
    console.log(formatTable(rows));
    return rows;
  } finally {
    await shop.stop();
  }
}
