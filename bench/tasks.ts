import { chromium } from 'playwright';
import { servePage, writeBarePage } from '#bench/measure/bare-page.ts';
import { findProductWithSizes } from '#bench/measure/product.ts';
import { formatTable, type Row } from '#bench/measure/rows.ts';
import { withDemoShop } from '#bench/measure/shop.ts';
import { warmUp } from '#bench/measure/warm-up.ts';
import { chromiumArguments, findChromium } from '../tests/support/browser/chromium/find-chromium.ts';

const RUNS = 5;

/** How much slower than this machine the emulated phone is. */
const SLOWDOWN = 4;

/** From this duration in ms on, a task is long. The most long tasks of a visit, and the longest one in ms. */
const LONG_MS = 50;
const MAX_LONG_TASKS = 1;
const MAX_TASK_MS = 80;

/** Ids of a thread and the duration in microseconds, where an event has one. */
interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  dur?: number;
  args: { name?: string };
}

/** Visits a page with an empty cache, and returns how long each task of its main thread took, in ms. */
async function visit(url: string): Promise<number[]> {
  const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumArguments });
  try {
    const page = await browser.newPage({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline'] });
    await page.goto(url, { waitUntil: 'networkidle' });
    const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
    const idOf = ({ pid, tid }: TraceEvent): string => `${pid}/${tid}`;
    const threads = traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(idOf);
    return traceEvents
      .filter((event) => event.name === 'RunTask' && threads.includes(idOf(event)))
      .map(({ dur = 0 }) => dur / 1000);
  } finally {
    await browser.close();
  }
}

/**
 * Counts the long tasks of home, shop and product on a phone that is four times slower than this machine, in turns with those of a page of
 * one word: what the browser itself takes for its first frame.
 */
export async function benchTasks(): Promise<Row[]> {
  const rows: Row[] = [];
  const empty = await servePage(writeBarePage('Empty', '<p>Empty'));
  try {
    await withDemoShop({}, async (shop) => {
      const pages = { home: '/', shop: '/shop', product: await findProductWithSizes(shop) };
      for (const [name, path] of Object.entries(pages)) {
        await warmUp(shop.url + path);
        const visits: number[][] = [];
        const emptyVisits: number[][] = [];
        for (let run = 0; run < RUNS; run++) {
          visits.push(await visit(shop.url + path));
          emptyVisits.push(await visit(empty.url));
        }
        const longest = (tasks: readonly number[]): number => Math.max(...tasks);
        rows.push(
          {
            name: `${name}: tasks over 50 ms`,
            measured: visits.map((tasks) => tasks.filter((ms) => ms > LONG_MS).length),
            goal: { of: 'median', atMost: MAX_LONG_TASKS },
          },
          {
            name: `${name}: longest task, ms, beside that of an empty page`,
            measured: visits.map(longest),
            limit: emptyVisits.map(longest),
            goal: { of: 'median', atMost: MAX_TASK_MS },
          },
        );
      }
    });
  } finally {
    empty.stop();
  }
  console.log(formatTable(rows));
  return rows;
}
