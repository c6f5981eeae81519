import { chromium } from 'playwright';
import { findProductWithSizes } from '#bench/measure/product.ts';
import { formatTable, type Row } from '#bench/measure/rows.ts';
import { withDemoShop } from '#bench/measure/shop.ts';
import { warmUp } from '#bench/measure/warm-up.ts';
import { chromiumArguments, findChromium } from '../tests/support/browser/chromium/find-chromium.ts';

const RUNS = 5;

/** How much slower than this machine the emulated phone is. */
const SLOWDOWN = 4;

/** The most tasks longer than 50 ms of a visit, and the longest one in ms. */
const MAX_LONG_TASKS = 1;
const MAX_TASK_MS = 80;

/** Visits a page with an empty cache, and returns the durations of its long tasks (50 ms and more). */
async function visit(url: string): Promise<number[]> {
  const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumArguments });
  try {
    const page = await browser.newPage({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    await page.addInitScript(() => {
      const tasks: number[] = [];
      Object.assign(window, { longTasks: tasks });
      new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
        type: 'longtask',
        buffered: true,
      });
    });
    await page.goto(url, { waitUntil: 'networkidle' });
    return await page.evaluate(() => (window as unknown as { longTasks: number[] }).longTasks);
  } finally {
    await browser.close();
  }
}

/** Counts the long tasks of home, shop and product on a phone that is four times slower than this machine. */
export async function benchTasks(): Promise<Row[]> {
  const rows: Row[] = [];
  await withDemoShop({}, async (shop) => {
    const pages = { home: '/', shop: '/shop', product: await findProductWithSizes(shop) };
    for (const [name, path] of Object.entries(pages)) {
      await warmUp(shop.url + path);
      const visits: number[][] = [];
      for (let run = 0; run < RUNS; run++) visits.push(await visit(shop.url + path));
      rows.push(
        {
          name: `${name}: tasks over 50 ms`,
          measured: visits.map(({ length }) => length),
          goal: { of: 'median', atMost: MAX_LONG_TASKS },
        },
        {
          name: `${name}: longest task, ms`,
          measured: visits.map((tasks) => Math.max(0, ...tasks)),
          goal: { of: 'median', atMost: MAX_TASK_MS },
        },
      );
    }
  });
  console.log(formatTable(rows));
  return rows;
}
