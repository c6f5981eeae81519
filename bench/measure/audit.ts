import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type LaunchedChrome, launch } from 'chrome-launcher';
import lighthouse, { type Result } from 'lighthouse';
import { chromiumArguments, findChromium } from '../../tests/support/browser/chromium/find-chromium.ts';
import { startBarePage } from './bare-page.ts';
import { inspectFirstPicture } from './first-picture.ts';
import type { Row } from './rows.ts';
import { median } from './statistics.ts';
import { withFolder } from './store.ts';

const RUNS = 3;
const MAX_ATTEMPTS = 3;

/** The most that a largest paint may take, as a multiple of a bare page's with the same picture. */
const MAX_RATIO = 1.25;

const WARM_UP_INTERVAL_MS = 1000;
const WARM_UP_REQUESTS = 8;

/** The categories in print order. Those that do not depend on the machine's speed must be perfect. */
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const perfect = categories.slice(1);

const measures = {
  'LCP ms': 'largest-contentful-paint',
  CLS: 'cumulative-layout-shift',
  'TBT ms': 'total-blocking-time',
  bytes: 'total-byte-weight',
} as const;

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

/** Requests a page until the server, once idle, has compressed it strongly. Gives up after some seconds: the page may have been before. */
export async function warmUp(url: string): Promise<void> {
  const sizes: number[] = [];
  do {
    const response = await fetch(url, { headers: { 'accept-encoding': 'br' } });
    await response.arrayBuffer();
    sizes.push(Number(response.headers.get('content-length')));
    await sleep(WARM_UP_INTERVAL_MS);
  } while (sizes.length < WARM_UP_REQUESTS && Math.min(...sizes) >= Math.max(...sizes));
}

/** A page's visits, and in turn those of a bare page with only the same first picture. */
export interface Audit {
  name: string;
  runs: Result[];
  /** Empty for a page without pictures. */
  bareRuns: Result[];
}

/** Audits the page at `url`, and a bare page with its first picture if it has one. */
export async function auditPage(name: string, url: string): Promise<Audit> {
  const picture = await inspectFirstPicture(url);
  const bare = picture && (await startBarePage(picture));
  await warmUp(url);
  const audit: Audit = { name, runs: [], bareRuns: [] };
  try {
    for (let run = 0; run < RUNS; run++) {
      audit.runs.push(await visit(url));
      if (bare) audit.bareRuns.push(await visit(bare.url));
    }
  } finally {
    bare?.stop();
  }
  return audit;
}

const scoreOf = (run: Result, category: string): number => Math.round((run.categories[category]?.score ?? 0) * 100);

const valuesOf = (runs: readonly Result[], audit: string): number[] =>
  runs.map((run) => run.audits[audit]?.numericValue ?? Number.NaN);

/** Prints the medians of a page's visits. */
export function printAudit({ name, runs }: Audit): void {
  const measured = Object.entries(measures).map(([label, audit]) => {
    const value = median(valuesOf(runs, audit));
    return `${label} ${label === 'CLS' ? value.toFixed(3) : Math.round(value)}`;
  });
  const scores = categories.map((category) => `${category} ${median(runs.map((run) => scoreOf(run, category)))}`);
  console.log(`${name.padEnd(11)} ${scores.join('  ')}  ${measured.join('  ')}`);
}

/** Returns a page's rows; its largest paint may take `MAX_RATIO` times as long as the bare page's. */
export function auditRows({ name, runs, bareRuns }: Audit): Row[] {
  const score: Row = {
    name: `${name}: lowest of the four Lighthouse scores`,
    measured: runs.map((run) => Math.min(...categories.map((category) => scoreOf(run, category)))),
    goal: { of: 'median', atLeast: 100 },
  };
  if (bareRuns.length === 0) return [score];
  const paint: Row = {
    name: `${name}: largest paint, ms`,
    measured: valuesOf(runs, measures['LCP ms']),
    limit: valuesOf(bareRuns, measures['LCP ms']),
    goal: { of: 'ratio', atMost: MAX_RATIO },
  };
  return [paint, score];
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

/** Prints what failed in the categories that must be perfect, and exits with 1 if anything did. */
export function requirePerfectScores(audits: readonly Audit[]): void {
  const findings = audits.flatMap(({ name, runs }) =>
    perfect
      .filter((category) => median(runs.map((run) => scoreOf(run, category))) < 100)
      .flatMap((category) =>
        runs.flatMap((run) => listFailedAudits(run, category)).map((line) => `${name}, ${category}: ${line}`),
      ),
  );
  for (const line of new Set(findings)) console.error(line);
  if (findings.length > 0) process.exitCode = 1;
}
