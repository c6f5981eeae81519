import { once } from 'node:events';
import { launch } from 'chrome-launcher';
import lighthouse, { type Result } from 'lighthouse';
import { startBarePage } from '#bench/measure/bare-page.ts';
import { findProductWithSizes } from '#bench/measure/product.ts';
import { formatTable, type Row } from '#bench/measure/rows.ts';
import { withDemoShop } from '#bench/measure/shop.ts';
import { withFolder } from '#bench/measure/store.ts';
import { warmUp } from '#bench/measure/warm-up.ts';
import { chromiumArguments, findChromium } from '../tests/support/browser/chromium/find-chromium.ts';

const RUNS = 3;

/** The most that a largest paint may take, as a multiple of a bare page's with the same picture. */
const MAX_RATIO = 1.25;

/** The most that the layout may shift. */
const MAX_SHIFT = 0.01;

/** The categories that do not depend on the machine's speed. */
const perfect = ['accessibility', 'best-practices', 'seo'];

/** Measures one visit: a mid-range phone on a slow mobile network with an empty cache. */
const visit = (url: string): Promise<Result> =>
  withFolder(async (userDataDir) => {
    const flags = [...chromiumArguments, '--headless=new'];
    const browser = await launch({ chromePath: await findChromium(), chromeFlags: flags, userDataDir, logLevel: 'silent' });
    const ended = once(browser.process, 'exit');
    try {
      const outcome = await lighthouse(url, {
        port: browser.port,
        logLevel: 'error',
        onlyCategories: ['performance', ...perfect],
      });
      if (!outcome || outcome.lhr.runtimeError) throw new Error(`${url}: ${outcome?.lhr.runtimeError?.message ?? 'no result'}`);
      return outcome.lhr;
    } finally {
      browser.kill();
      await ended;
    }
  });

const valuesOf = (visits: readonly Result[], audit: string): number[] =>
  visits.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN);

/** The audits of a visit that keep a category from being perfect. */
const listFailed = ({ audits, categories }: Result): string[] =>
  perfect.flatMap((category) =>
    (categories[category]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => `${id}: ${audits[id]?.title}`),
  );

/** Audits a page, in turns with a bare page with its first picture. */
async function auditPage(name: string, url: string): Promise<Row[]> {
  const bare = await startBarePage(url);
  await warmUp(url);
  const visits: Result[] = [];
  const bareVisits: Result[] = [];
  try {
    for (let run = 0; run < RUNS; run++) {
      visits.push(await visit(url));
      if (bare) bareVisits.push(await visit(bare.url));
    }
  } finally {
    bare?.stop();
  }
  for (const line of new Set(visits.flatMap(listFailed))) console.error(`${name}: ${line}`);
  const scoreOf = ({ categories }: Result): number =>
    Math.round(100 * Math.min(...perfect.map((category) => categories[category]?.score ?? 0)));
  const LARGEST_PAINT = 'largest-contentful-paint';
  const [paints, limit] = [valuesOf(visits, LARGEST_PAINT), valuesOf(bareVisits, LARGEST_PAINT)];
  return [
    { name: `${name}: lowest score`, measured: visits.map(scoreOf), goal: { of: 'median', atLeast: 100 } },
    {
      name: `${name}: layout shift`,
      measured: valuesOf(visits, 'cumulative-layout-shift'),
      goal: { of: 'median', atMost: MAX_SHIFT },
    },
    ...(bare
      ? [{ name: `${name}: largest paint, ms`, measured: paints, limit, goal: { of: 'ratio', atMost: MAX_RATIO } } as const]
      : []),
  ];
}

/** Returns the path of the first product in a shop's sitemap. */
async function findListedProduct(url: string): Promise<string> {
  const sitemap = await (await fetch(`${url}/sitemap-products-1.xml`)).text();
  const [, address] = /<loc>([^<]*)</.exec(sitemap) ?? [];
  if (!address) throw new Error(`${url} has no products in its sitemap`);
  return new URL(address).pathname;
}

/** Audits pages of the demo shop, or of the running shop or static site at `url`: scores, layout shift and largest paint. */
export async function benchLighthouse(url?: string): Promise<Row[]> {
  const rows: Row[] = [];
  const audit = async (origin: string, product: string): Promise<void> => {
    const pages = { home: '/', shop: '/shop', product, categories: '/categories', faq: '/faq' };
    for (const [name, path] of Object.entries(pages)) rows.push(...(await auditPage(name, origin + path)));
  };
  if (url) await audit(url, await findListedProduct(url));
  else await withDemoShop({}, async (shop) => audit(shop.url, await findProductWithSizes(shop)));
  console.log(formatTable(rows));
  return rows;
}
