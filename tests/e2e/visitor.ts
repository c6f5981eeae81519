import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, inject } from 'vitest';

/** The widths every screen is looked at in. */
export const phone = { width: 360, height: 800 };
export const desktop = { width: 1440, height: 900 };

let browser: Browser | undefined;

/** Someone who visits the shop in a browser of their own: own storage, own cart. */
export interface Visitor {
  page: Page;
  /** What the page complained about: console errors, failed requests, blocked content. */
  complaints: string[];
  leave: () => Promise<void>;
}

/** Opens a new visitor's browser. */
export async function newVisitor(options: BrowserContextOptions = {}): Promise<Visitor> {
  browser ??= await chromium.connect(inject('browserAddress'));
  const context = await browser.newContext({ viewport: phone, reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    if (!reason.includes('ERR_ABORTED')) complaints.push(`${request.url()}: ${reason}`);
  });
  return { page, complaints, leave: () => context.close() };
}

afterAll(async () => {
  await browser?.close();
  browser = undefined;
});
