import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LaunchedChrome, launch } from 'chrome-launcher';
import lighthouse, { type Result } from 'lighthouse';
import { chromiumArguments, findChromium } from '#tests/support/browser/chromium.ts';
import { newDataDir, type RunningShop, runStore, startShop } from '#tests/support/browser/shop-server.ts';

const RUNS = 3;
const TRIES = 3;

/** The categories in the order they are printed; those that must be perfect, because they do not hang on the machine's speed. */
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const perfect = categories.slice(1);

const measures = {
  'LCP ms': 'largest-contentful-paint',
  CLS: 'cumulative-layout-shift',
  'TBT ms': 'total-blocking-time',
  bytes: 'total-byte-weight',
} as const;

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;

/** The pages that are measured: one of each kind, the product being one with sizes. */
async function pagesOf({ url }: RunningShop): Promise<Record<string, string>> {
  const listing = await (await fetch(`${url}/shop?categories=shirts&in_stock=1`)).text();
  const product = /href="(\/products\/[^"]+)"/.exec(listing)?.[1];
  if (!product) throw new Error('The demo shop shows no shirt');
  return { home: '/', shop: '/shop', product, categories: '/categories', faq: '/faq' };
}

/** A Chromium of its own with a profile that goes with it. */
async function withChromium<Outcome>(use: (chromium: LaunchedChrome) => Promise<Outcome>): Promise<Outcome> {
  const userDataDir = mkdtempSync(join(tmpdir(), 'haat-lighthouse-'));
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
    rmSync(userDataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** One visit as Lighthouse simulates it: a mid-range phone on a slow mobile network, nothing in its cache. */
async function visitOnce(address: string, { port }: LaunchedChrome): Promise<Result> {
  const outcome = await lighthouse(address, { port, logLevel: 'error', onlyCategories: [...categories] });
  if (!outcome || outcome.lhr.runtimeError) throw new Error(`${address}: ${outcome?.lhr.runtimeError?.message ?? 'no result'}`);
  return outcome.lhr;
}

/** A visit that was measured: on a busy machine a recording now and then fails and is made again. */
async function visit(address: string): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await withChromium((chromium) => visitOnce(address, chromium));
    } catch (error) {
      if (tries === TRIES) throw error;
    }
  }
}

/** What keeps a page from a perfect score in a category, with the first place where it was found. */
function shortcomings({ audits, categories: scores }: Result, category: string): string[] {
  return (scores[category]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => {
      const details = audits[id]?.details;
      const [first] = details?.type === 'table' ? details.items : [];
      return `${id}: ${audits[id]?.title}${first ? ` ${JSON.stringify(first).slice(0, 300)}` : ''}`;
    });
}

/** Prints the medians of a page's runs; returns what keeps it from being perfect. */
function report(name: string, runs: Result[]): string[] {
  const score = (category: string): number => Math.round(median(runs.map((run) => run.categories[category]?.score ?? 0)) * 100);
  const measured = Object.entries(measures).map(([label, audit]) => {
    const value = median(runs.map((run) => run.audits[audit]?.numericValue ?? Number.NaN));
    return `${label} ${label === 'CLS' ? value.toFixed(3) : Math.round(value)}`;
  });
  const scores = categories.map((category) => `${category} ${score(category)}`);
  console.log(`${name.padEnd(11)} ${scores.join('  ')}  ${measured.join('  ')}`);
  const wrong = perfect
    .filter((category) => score(category) < 100)
    .flatMap((category) => runs.flatMap((run) => shortcomings(run, category).map((what) => `${name}, ${category}: ${what}`)));
  return [...new Set(wrong)];
}

/** Prints what Lighthouse says of the demo shop; the exit code says whether all that must be perfect is. */
export async function benchLighthouse(): Promise<void> {
  const dataDir = newDataDir();
  await runStore(dataDir, 'demo');
  const shop = await startShop(dataDir);
  const wrong: string[] = [];
  try {
    for (const [name, path] of Object.entries(await pagesOf(shop))) {
      await fetch(shop.url + path);
      const runs: Result[] = [];
      for (let run = 0; run < RUNS; run++) runs.push(await visit(shop.url + path));
      wrong.push(...report(name, runs));
    }
  } finally {
    await shop.stop();
  }
  for (const line of wrong) console.error(line);
  if (wrong.length > 0) process.exitCode = 1;
}
