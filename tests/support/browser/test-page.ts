import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, inject } from 'vitest';

/** The widths every screen is looked at in. */
export const phone = { width: 360, height: 800 };
export const tablet = { width: 768, height: 1024 };
export const desktop = { width: 1440, height: 900 };

let browser: Browser | undefined;

/** Someone who visits the shop in a browser of their own: own storage, own cart. */
export interface TestPage {
  page: Page;
  /** What the page complained about: console errors, failed requests, blocked content. */
  pageErrors: string[];
  close: () => Promise<void>;
}

/** Opens a new visitor's browser. */
export async function openPage(options: BrowserContextOptions = {}): Promise<TestPage> {
  browser ??= await chromium.connect(inject('browserAddress'));
  const context = await browser.newContext({ viewport: phone, reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  const pageErrors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') pageErrors.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => pageErrors.push(`${page.url()}: ${error.message}`));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    if (!reason.includes('ERR_ABORTED')) pageErrors.push(`${request.url()}: ${reason}`);
  });
  return { page, pageErrors, close: () => context.close() };
}

afterAll(async () => {
  await browser?.close();
  browser = undefined;
});
