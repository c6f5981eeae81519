import { setTimeout } from 'node:timers/promises';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright';
import { TestRunner } from 'vitest';
import { launch } from './chromium/launch.ts';
import { setting } from './setting.ts';

/** The viewports that screens are tested at, in CSS pixels. */
export const phone = { width: 360, height: 800 };
export const desktop = { width: 1440, height: 900 };

/** A page in its own browser context, with separate cookies, storage and cart. */
export interface TestPage {
  page: Page;
  /** Console errors, uncaught exceptions, failed and blocked requests. */
  pageErrors: string[];
}

/** A pooled page; tests with the same options reuse it in sequence, because a new one starts a renderer and an HTTP cache. */
interface Slot extends TestPage {
  context: BrowserContext;
  /** Options of its context, as JSON. */
  key: string;
  /** False when a test used a feature that `reset` does not undo. */
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

/** How long one action of a test may take, in milliseconds. */
const ACTION_TIMEOUT_MS = 20_000;

/** A page is neither reset nor closed any longer, in milliseconds. */
const RELEASE_TIMEOUT_MS = 10_000;

/** A page whose styles or modules are held by the test is not waited for any longer, in milliseconds. */
const MODULES_TIMEOUT_MS = 5000;

/**
 * Runs in the page, and waits until its late styles have come and its modules have run, which it imports again. A string, because Vite
 * rewrites `import()`. Uses no timer, because the clock may be fake, and none of Playwright's waits, which add a large script to the page.
 */
const untilStarted = `(async () => {
  const { styles, modules } = document.querySelector('script[data-styles]')?.dataset ?? {};
  if (!styles) return;
  const find = () => document.querySelector('head > link[href="' + styles + '"]');
  if (!find())
    await new Promise((resolve) =>
      new MutationObserver((_, observer) => {
        if (!find()) return;
        observer.disconnect();
        resolve();
      }).observe(document.head, { childList: true }),
    );
  const link = find();
  if (!link.sheet) await new Promise((resolve) => ['load', 'error'].map((type) => link.addEventListener(type, resolve)));
  await Promise.all((modules?.split(' ') ?? []).map((address) => import(address)));
})()`;

/** Calls `onUse` whenever one of these members of `target` is used. */
function watchUse<T extends object>(target: T, names: readonly (keyof T)[], onUse: () => void): void {
  for (const name of names) {
    const value = target[name];
    const bound = typeof value === 'function' ? value.bind(target) : value;
    Object.defineProperty(target, name, {
      get: () => {
        onUse();
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

/**
 * Waits after each load until a page's modules have run and all its styles have come, which start after the first paint. Tests of a
 * visitor who is faster set `waitUntil: 'commit'`.
 */
function waitForModules(page: Page): void {
  for (const name of ['goto', 'reload'] as const) {
    const load = page[name].bind(page) as Page['goto'];
    page[name] = async (...args: [string]) => {
      const response = await load(...args);
      const options = args.at(-1) as string | { waitUntil?: string } | undefined;
      if (typeof options === 'object' && options.waitUntil === 'commit') return response;
      // A page that leaves at once has no more modules to wait for, and one that is offline has none.
      const started = page.evaluate(untilStarted).catch(() => undefined);
      await Promise.race([started, setTimeout(MODULES_TIMEOUT_MS, undefined, { ref: false })]);
      return response;
    };
  }
}

/** A static page may draw its listing or product after it has loaded; a server has sent it with the page. */
function waitForDrawing(page: Page): void {
  const goto = page.goto.bind(page);
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    await page.waitForFunction(() => !document.querySelector('[data-listing],[data-new-product]'));
    return response;
  };
}

/**
 * Keeps request interception on after the last route of a page is removed: Chromium loses requests that start while Playwright switches
 * it off, as a route with `times` does after its last use.
 */
function keepInterception(page: Page, context: BrowserContext): void {
  const route = page.route.bind(page);
  page.route = async (...arguments_) => {
    await context.route(/^$/, (unmatched) => unmatched.fallback());
    return route(...arguments_);
  };
}

/** Makes loads wait for what a page's scripts do first. */
function waitForScripts(page: Page): void {
  waitForModules(page);
  if (setting === 'static') waitForDrawing(page);
}

/** Gives further tabs the waits and the viewport of the page: that of a context is the one it was created with. */
function openTabsLike(page: Page, context: BrowserContext): void {
  const newPage = context.newPage.bind(context);
  context.newPage = async () => {
    const tab = await newPage();
    waitForScripts(tab);
    const size = page.viewportSize();
    if (size) await tab.setViewportSize(size);
    return tab;
  };
}

async function newSlot(key: string, options: BrowserContextOptions): Promise<Slot> {
  browser ??= launch();
  const context = await (await browser).newContext(options);
  context.setDefaultTimeout(ACTION_TIMEOUT_MS);
  const page = await context.newPage();
  if (options.javaScriptEnabled !== false) waitForScripts(page);
  openTabsLike(page, context);
  keepInterception(page, context);
  const slot: Slot = { context, page, pageErrors: [], key, reusable: true, origins: new Set() };
  const spoil = (): void => {
    slot.reusable = false;
  };
  watchUse(page, ['clock', 'addInitScript', 'exposeFunction', 'exposeBinding', 'emulateMedia', 'routeWebSocket'], spoil);
  watchUse(context, ['clock', 'addInitScript', 'exposeFunction', 'exposeBinding', 'newCDPSession', 'routeWebSocket'], spoil);
  watchUse(context, ['setDefaultTimeout', 'setExtraHTTPHeaders', 'setOffline'], spoil);
  return slot;
}

/** Removes the routes of a page; handlers that still run may fail. */
const removeRoutes = (target: Page | BrowserContext): Promise<void> => target.unrouteAll({ behavior: 'ignoreErrors' });

/** Resets a page for reuse. Staying on the site keeps its renderer process, which is slow to start. */
async function reset({ context, page }: Slot): Promise<void> {
  for (const event of pageEvents) page.removeAllListeners(event);
  context.removeAllListeners('page');
  for (const other of context.pages()) if (other !== page) await other.close();
  await removeRoutes(page);
  await page.mouse.move(-1, -1);
  if (page.url() === 'about:blank') return removeRoutes(context);
  // A page without scripts: nothing writes to the storage after it was cleared. One that the page itself opens has its origin.
  await page.evaluate(() => location.replace('about:blank'));
  await page.waitForURL('about:blank');
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await context.clearCookies();
  // After the last request: interception is off from here on.
  await removeRoutes(context);
}

/** Closes a page and its tabs for good. */
async function discard({ context }: Slot): Promise<void> {
  await Promise.all([...context.pages(), context].map(removeRoutes));
  await context.close();
}

/** Whether work on a page succeeds in time. A tab that is closed while it navigates may never answer, and Playwright would wait. */
const succeeds = (work: Promise<void>): Promise<boolean> => {
  const succeeded = work.then(
    () => true,
    () => false,
  );
  return Promise.race([succeeded, setTimeout(RELEASE_TIMEOUT_MS, false, { ref: false })]);
};

/** Returns a page to the pool, or closes it where it cannot be reset. */
async function release(slot: Slot): Promise<void> {
  const resettable = slot.reusable && !slot.page.isClosed() && slot.origins.size < 2;
  if (resettable && (await succeeds(reset(slot)))) idle.push(Object.assign(slot, { pageErrors: [], origins: new Set() }));
  else if (!(await succeeds(discard(slot)))) console.warn(`A page was not closed: ${slot.page.url()}`);
}

async function releaseAll(slots: Slot[]): Promise<void> {
  await Promise.all(slots.splice(0).map(release));
}

/** Runs in the page: what it has saved, which islands wait, and where the focus is. */
const readState = (): string =>
  [
    document.readyState,
    JSON.stringify(localStorage).slice(0, 1500),
    ...[...document.querySelectorAll('astro-island[ssr]')].map((island) => island.getAttribute('component-url')),
    document.activeElement?.outerHTML.slice(0, 200),
  ].join('\n');

/** Describes each open page and tab after a failed test: its address, saved state, focused element, and the text that a reader has. */
export async function describeTestPages(): Promise<string> {
  const tabs = [...ofFile, ...ofTest].flatMap(({ context, page, pageErrors }) =>
    context.pages().map((tab) => ({ tab, errors: tab === page ? pageErrors : [] })),
  );
  const described = tabs.map(async ({ tab, errors }) => {
    const text = await tab.locator('body').innerText({ timeout: 2000 }).catch(String);
    const state = await Promise.race([tab.evaluate(readState).catch(String), setTimeout(2000, 'no state', { ref: false })]);
    return [tab.url(), ...errors, state, text.replace(/\n\s*\n/g, '\n').slice(0, 3000)].join('\n');
  });
  return (await Promise.all(described)).join('\n\n');
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
  const key = JSON.stringify({ reducedMotion, ...options });
  const index = emptyCache ? -1 : idle.findIndex((slot) => slot.key === key);
  const slot = idle.splice(index, index < 0 ? 0 : 1)[0] ?? (await newSlot(key, { viewport, reducedMotion, ...options }));
  (TestRunner.getCurrentTest() ? ofTest : ofFile).push(slot);
  listen(slot);
  const size = slot.page.viewportSize();
  if (size?.width !== viewport.width || size.height !== viewport.height) await slot.page.setViewportSize(viewport);
  return slot;
}
