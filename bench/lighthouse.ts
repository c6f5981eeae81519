import { once } from 'node:events';
import { type LaunchedChrome, launch } from 'chrome-launcher';
import lighthouse, { type Result } from 'lighthouse';
import { withDemoShop } from '#bench/measure/demo-shop.ts';
import { findProductWithSizes } from '#bench/measure/product.ts';
import { median } from '#bench/measure/statistics.ts';
import { withFolder } from '#bench/measure/store.ts';
import { chromiumArguments, findChromium } from '#tests/support/browser/chromium.ts';
import type { RunningShop } from '#tests/support/browser/shop-server.ts';

const RUNS = 3;
const MAX_ATTEMPTS = 3;

/** The categories in print order. Those that do not depend on the machine's speed must be perfect. */
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const perfect = categories.slice(1);

const measures = {
  'LCP ms': 'largest-contentful-paint',
  CLS: 'cumulative-layout-shift',
  'TBT ms': 'total-blocking-time',
  bytes: 'total-byte-weight',
} as const;

/** Returns the pages to measure, one of each kind. */
async function pagesOf(shop: RunningShop): Promise<Record<string, string>> {
  const product = await findProductWithSizes(shop);
  return { home: '/', shop: '/shop', product, categories: '/categories', faq: '/faq' };
}

/** Runs `use` with a new Chromium and a temporary profile. */
async function withChromium<Outcome>(use: (chromium: LaunchedChrome) => Promise<Outcome>): Promise<Outcome> {
  return withFolder(async (userDataDir) => {
    const chromium = await launch({
      chromePath: await findChromium(),
      chromeFlags: [...chromiumArguments, '--headless=new'],
      userDataDir,
      logLevel: 'silent',
    });
    const ended = once(chromium.process, 'exit');
    try {
      return await use(chromium);
    } finally {
      chromium.kill();
      await ended;
    }
  });
}

/** Measures one visit with Lighthouse: a mid-range phone on a slow mobile network with an empty cache. */
async function visitOnce(url: string, { port }: LaunchedChrome): Promise<Result> {
  const outcome = await lighthouse(url, { port, logLevel: 'error', onlyCategories: [...categories] });
  if (!outcome || outcome.lhr.runtimeError) throw new Error(`${url}: ${outcome?.lhr.runtimeError?.message ?? 'no result'}`);
  return outcome.lhr;
}

/** Measures a visit, and retries a failed recording, which happens on a busy machine. */
async function visit(url: string): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await withChromium((chromium) => visitOnce(url, chromium));
    } catch (error) {
      if (attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/** Returns the failed audits of a category, each with its first finding. */
function listFailedAudits({ audits, categories: scores }: Result, category: string): string[] {
  return (scores[category]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => {
      const details = audits[id]?.details;
      const [first] = details?.type === 'table' ? details.items : [];
      return `${id}: ${audits[id]?.title}${first ? ` ${JSON.stringify(first).slice(0, 300)}` : ''}`;
    });
}

/** Prints the medians of a page's runs; returns its failed audits. */
function report(name: string, runs: Result[]): string[] {
  const score = (category: string): number => Math.round(median(runs.map((run) => run.categories[category]?.score ?? 0)) * 100);
  const measured = Object.entries(measures).map(([label, audit]) => {
    const value = median(runs.map((run) => run.audits[audit]?.numericValue ?? Number.NaN));
    return `${label} ${label === 'CLS' ? value.toFixed(3) : Math.round(value)}`;
  });
  const scores = categories.map((category) => `${category} ${score(category)}`);
  console.log(`${name.padEnd(11)} ${scores.join('  ')}  ${measured.join('  ')}`);
  const failedAudits = perfect
    .filter((category) => score(category) < 100)
    .flatMap((category) =>
      runs.flatMap((run) => listFailedAudits(run, category).map((finding) => `${name}, ${category}: ${finding}`)),
    );
  return [...new Set(failedAudits)];
}

/** Prints the Lighthouse scores of the demo shop. Exits with 1 unless all required scores are perfect. */
export async function benchLighthouse(): Promise<void> {
  const failedAudits: string[] = [];
  await withDemoShop({}, async (shop) => {
    for (const [name, path] of Object.entries(await pagesOf(shop))) {
      await fetch(shop.url + path);
      const runs: Result[] = [];
      for (let run = 0; run < RUNS; run++) runs.push(await visit(shop.url + path));
      failedAudits.push(...report(name, runs));
    }
  });
  for (const line of failedAudits) console.error(line);
  if (failedAudits.length > 0) process.exitCode = 1;
}
