import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright';
import { inject, TestRunner } from 'vitest';
import { chromiumArguments } from './chromium.ts';

/** The viewports that screens are tested at, in CSS pixels. */
export const phone = { width: 360, height: 800 };
export const desktop = { width: 1440, height: 900 };

/** A page in its own browser context, with separate cookies, storage and cart. */
export interface TestPage {
  page: Page;
  /** Console errors, uncaught exceptions, failed and blocked requests. */
  pageErrors: string[];
}

/** A pooled page with the options of its context; tests reuse it in sequence. */
interface Slot extends TestPage {
  context: BrowserContext;
  /** Contexts with the same key differ only in what `reset` sets again. */
  key: string;
  /** False when a test used a feature that a reset cannot undo: a fake clock, an init script, a debugger session. */
  reusable: boolean;
  /** Visited origins; a reset clears the storage of one origin only. */
  origins: Set<string>;
}

const pageEvents = ['console', 'dialog', 'framenavigated', 'pageerror', 'popup', 'request', 'requestfailed', 'response'] as const;

let browser: Promise<Browser> | undefined;
const idle: Slot[] = [];
/** Pages in use: by the current test, and by all tests of the current file. */
const ofTest: Slot[] = [];
const ofFile: Slot[] = [];

const launch = (): Promise<Browser> =>
  chromium.launch({ executablePath: inject('chromiumPath'), args: chromiumArguments, headless: true });

/** Marks a slot as not reusable as soon as one of these members of `target` is used. */
function watchUse<T extends object>(slot: Slot, target: T, names: readonly (keyof T)[]): void {
  for (const name of names) {
    const value = target[name];
    const bound = typeof value === 'function' ? value.bind(target) : value;
    Object.defineProperty(target, name, {
      get: () => {
        slot.reusable = false;
        return bound;
      },
    });
  }
}

function listen({ page, pageErrors, origins }: Slot): void {
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) origins.add(new URL(frame.url()).origin);
  });
  page.on('console', (message) => {
    if (message.type() === 'error') pageErrors.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => pageErrors.push(`${page.url()}: ${error.message}`));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    if (!reason.includes('ERR_ABORTED')) pageErrors.push(`${request.url()}: ${reason}`);
  });
}

async function newSlot(key: string, options: BrowserContextOptions): Promise<Slot> {
  browser ??= launch();
  const context = await (await browser).newContext(options);
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  const slot: Slot = { context, page, pageErrors: [], key, reusable: true, origins: new Set() };
  watchUse(slot, page, ['clock', 'addInitScript', 'exposeFunction', 'exposeBinding']);
  watchUse(slot, context, ['clock', 'addInitScript', 'exposeFunction', 'exposeBinding', 'newCDPSession', 'setDefaultTimeout']);
  return slot;
}

/** Resets a page for reuse. Staying on the site keeps its renderer process, which is slow to start. */
async function reset({ context, page }: Slot): Promise<void> {
  for (const event of pageEvents) page.removeAllListeners(event);
  context.removeAllListeners('page');
  for (const other of context.pages()) if (other !== page) await other.close();
  await Promise.all([page.unrouteAll({ behavior: 'ignoreErrors' }), context.unrouteAll({ behavior: 'ignoreErrors' })]);
  await Promise.all([context.setOffline(false), context.setExtraHTTPHeaders({}), page.mouse.move(-1, -1)]);
  if (page.url() === 'about:blank') return;
  // A page without scripts: nothing writes to the storage after it was cleared.
  await page.goto(new URL('/robots.txt', page.url()).href);
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await context.clearCookies();
}

/** Returns a page to the pool, or closes it where it cannot be reset. */
async function release(slot: Slot): Promise<void> {
  const resettable = slot.reusable && !slot.page.isClosed() && slot.origins.size < 2;
  const free =
    resettable &&
    (await reset(slot).then(
      () => true,
      () => false,
    ));
  if (free) idle.push(Object.assign(slot, { pageErrors: [], origins: new Set() }));
  else await slot.context.close();
}

async function releaseAll(slots: Slot[]): Promise<void> {
  await Promise.all(slots.splice(0).map(release));
}

/** Releases all pages that the test opened; called after each test. */
export const releaseTestPages = (): Promise<void> => releaseAll(ofTest);

/** Releases all pages opened in hooks of the whole file; called after its last test. */
export const releaseFilePages = (): Promise<void> => releaseAll(ofFile);

export interface PageOptions extends BrowserContextOptions {
  viewport?: { width: number; height: number };
  /** Whether the page starts with an empty HTTP cache. */
  emptyCache?: boolean;
}

/**
 * Opens a page as a new guest, by default on a phone with reduced motion. It is released after the test, or after the file when a
 * `beforeAll` opened it.
 */
export async function openPage({
  viewport = phone,
  reducedMotion = 'reduce',
  emptyCache = false,
  ...options
}: PageOptions = {}): Promise<TestPage> {
  const key = JSON.stringify(options);
  const index = emptyCache ? -1 : idle.findIndex((slot) => slot.key === key);
  const slot = idle.splice(index, index < 0 ? 0 : 1)[0] ?? (await newSlot(key, { viewport, reducedMotion, ...options }));
  (TestRunner.getCurrentTest() ? ofTest : ofFile).push(slot);
  listen(slot);
  await slot.page.setViewportSize(viewport);
  await slot.page.emulateMedia({ media: null, colorScheme: null, forcedColors: null, reducedMotion });
  return slot;
}
