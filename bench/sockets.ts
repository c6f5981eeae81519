import { setTimeout as sleep } from 'node:timers/promises';
import { descriptorsOf, memoryOf } from '#tests/server/sockets/host.ts';
import type { Targets } from '#tests/server/sockets/malformed-requests.ts';
import { sendMalformed } from '#tests/server/sockets/send-requests.ts';
import { newDataDir, type RunningShop, runStore, startShop } from '#tests/support/browser/shop-server.ts';

const REQUESTS = 100_000;
/** So many requests bring the process to the memory that it works with. */
const WARM_UP = 140_000;
const STEP = 10_000;
const SEED = 1;
/** Memory may be so many times what it was. */
const MEMORY_GROWTH = 1.1;

interface State {
  descriptors: number;
  memory: number;
}

/** Descriptors and memory once connections are closed; of several readings the smallest, because garbage comes and goes. */
async function settledState({ pid }: RunningShop): Promise<State> {
  const readings: State[] = [];
  for (let i = 0; i < 20; i++) {
    await sleep(500);
    readings.push({ descriptors: descriptorsOf(pid), memory: memoryOf(pid) });
  }
  const least = (name: keyof State): number => Math.min(...readings.map((reading) => reading[name]));
  return { descriptors: least('descriptors'), memory: least('memory') };
}

/** Files and pages that the shop's home page leads to. */
async function findTargets({ url }: RunningShop): Promise<Targets> {
  const home = await (await fetch(url)).text();
  const found = (pattern: RegExp): string[] =>
    [...new Set([...home.matchAll(pattern)].map((match) => match[1] as string))].slice(0, 12);
  const files = [...found(/"(\/_astro\/[^"]+)"/g), ...found(/"(\/media\/[^"#?]+)/g)];
  return { files, pages: ['/', ...found(/"(\/(?:products|shop|categories|faq)[^"?]*)"/g)] };
}

const describe = ({ descriptors, memory }: State): string => `${descriptors} descriptors, ${Math.round(memory / 2 ** 20)} MB`;

/**
 * Sends malformed requests over raw sockets to a real shop. Throws when it does not answer afterwards, keeps a descriptor open or
 * holds over a tenth more memory than after the warm-up. Linux only.
 */
export async function benchSockets(requests = REQUESTS): Promise<void> {
  const dataDir = newDataDir();
  await runStore(dataDir, 'demo');
  const shop = await startShop(dataDir, { DEMO_MODE: '1', LOG_LEVEL: 'fatal' });
  try {
    const targets = await findTargets(shop);
    const port = Number(new URL(shop.url).port);
    const tally = new Map<number, number>();
    const send = async (count: number, seed: number): Promise<void> => {
      const answers = await sendMalformed(port, targets, count, seed);
      for (const [status, times] of answers) tally.set(status, (tally.get(status) ?? 0) + times);
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
    console.log(`In the end: ${describe(after)}`);
    console.log(
      `Answers: ${[...tally]
        .sort(([a], [b]) => a - b)
        .map(([status, count]) => `${status}: ${count}`)
        .join('  ')}`,
    );
    if (after.descriptors > before.descriptors) throw new Error('Descriptors stayed open');
    if (after.memory > before.memory * MEMORY_GROWTH) throw new Error('Memory grew by more than a tenth');
  } finally {
    await shop.stop();
  }
}
