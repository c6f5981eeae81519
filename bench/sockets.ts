import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_FLOODED_MB, memoryEnvironment } from '#bench/measure/memory-environment.ts';
import { withDemoShop } from '#bench/measure/shop.ts';
import { addCounts, formatStatusCounts } from '#bench/measure/statistics.ts';
import { descriptorsOf, memoryOf } from '../tests/server/sockets/host.ts';
import type { Targets } from '../tests/server/sockets/malformed-requests.ts';
import { sendMalformed } from '../tests/server/sockets/send-requests.ts';
import type { RunningShop } from '../tests/support/browser/shop-server.ts';

const REQUESTS = 100_000;
/** Requests until the process's memory is stable. */
const WARM_UP = 140_000;
const STEP = 10_000;
const SEED = 1;
/** Allowed growth of memory, as a factor. */
const MEMORY_GROWTH = 1.1;

interface State {
  descriptors: number;
  memory: number;
}

/** Returns descriptors and memory after connections are closed: the minimum of several readings, because of garbage collection. */
async function settledState({ pid }: RunningShop): Promise<State> {
  const readings: State[] = [];
  for (let i = 0; i < 20; i++) {
    await sleep(500);
    readings.push({ descriptors: descriptorsOf(pid), memory: memoryOf(pid) });
  }
  const minimum = (name: keyof State): number => Math.min(...readings.map((reading) => reading[name]));
  return { descriptors: minimum('descriptors'), memory: minimum('memory') };
}

/** Returns the files and pages that the shop's home page links to. */
async function findTargets({ url }: RunningShop): Promise<Targets> {
  const home = await (await fetch(url)).text();
  const found = (pattern: RegExp): string[] =>
    [...new Set([...home.matchAll(pattern)].map((match) => match[1] as string))].slice(0, 12);
  const files = [...found(/"(\/_astro\/[^"]+)"/g), ...found(/"(\/media\/[^"#?]+)/g)];
  return { files, pages: ['/', ...found(/"(\/(?:products|shop|categories|faq)[^"?]*)"/g)] };
}

const describe = ({ descriptors, memory }: State): string => `${descriptors} descriptors, ${Math.round(memory / 2 ** 20)} MB`;

/**
 * Sends malformed requests over raw sockets to a real shop. Throws when it does not respond afterwards, leaks a descriptor, or uses
 * more than `MEMORY_GROWTH` times the memory after the warm-up, or more than `MAX_FLOODED_MB`. Linux only.
 */
export async function benchSockets(requests = REQUESTS): Promise<void> {
  await withDemoShop({ ...memoryEnvironment, LOG_LEVEL: 'fatal' }, async (shop) => {
    const targets = await findTargets(shop);
    const port = Number(new URL(shop.url).port);
    const countByStatus = new Map<number, number>();
    const send = async (count: number, seed: number): Promise<void> => {
      addCounts(countByStatus, await sendMalformed(port, targets, count, seed));
      const response = await fetch(`${shop.url}/api/readyz`);
      if (!response.ok) throw new Error(`The shop answers ${response.status} after the requests of seed ${seed}`);
    };
    console.log(
      `At the start: ${describe(await settledState(shop))}; ${targets.files.length} files, ${targets.pages.length} pages`,
    );
    for (let sent = 0; sent < WARM_UP; sent += STEP) await send(STEP, SEED + 1000 + sent);
    const before = await settledState(shop);
    console.log(`After ${WARM_UP} requests: ${describe(before)}`);
    for (let sent = 0; sent < requests; sent += STEP) {
      await send(Math.min(STEP, requests - sent), SEED + sent);
      console.log(
        `${Math.min(sent + STEP, requests)} more: ${descriptorsOf(shop.pid)} descriptors, ${Math.round(memoryOf(shop.pid) / 2 ** 20)} MB`,
      );
    }
    const after = await settledState(shop);
    console.log(`At the end: ${describe(after)}`);
    console.log(`Responses: ${formatStatusCounts(countByStatus)}`);
    if (after.descriptors > before.descriptors) throw new Error('Descriptors stayed open');
    if (after.memory > before.memory * MEMORY_GROWTH) throw new Error(`Memory grew by more than a factor of ${MEMORY_GROWTH}`);
    if (after.memory > MAX_FLOODED_MB * 2 ** 20) throw new Error(`Memory exceeds ${MAX_FLOODED_MB} MB`);
  });
}
