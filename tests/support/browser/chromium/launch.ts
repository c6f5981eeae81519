import { type Browser, chromium } from 'playwright';
import { afterAll, inject } from 'vitest';
import { memoryFolder } from '#tests/support/memory-folder.ts';
import { waitUntilPrepared } from '../prepared.ts';
import { chromiumArguments } from './find-chromium.ts';

/**
 * Leaves no memory for a page's pixels: tests read the elements, and drawing takes a fifth of the browser's processor time. What is drawn
 * all the same is drawn in the browser's process, which takes another twelfth less.
 */
const cheapDrawing = ['--force-gpu-mem-available-mb=1', '--in-process-gpu'];

interface LaunchOptions {
  /** Further arguments. */
  add?: readonly string[];
  /** Arguments of Playwright to leave out. */
  omit?: readonly string[];
  /** Whether its pixels are read. */
  draws?: boolean;
}

/** Starts a browser with other arguments. Tests that need none share one: see `openPage`. */
export async function launch({
  add = [],
  omit = [],
  draws = Boolean(process.env['SCREENSHOTS']),
}: LaunchOptions = {}): Promise<Browser> {
  const { chromiumPath } = await waitUntilPrepared(inject('prepared'));
  // Shared memory in files on a disk costs a tenth of the browser's processor time.
  const slow = memoryFolder() ? ['--disable-dev-shm-usage'] : [];
  return chromium.launch({
    executablePath: chromiumPath,
    args: [...chromiumArguments, ...(draws ? [] : cheapDrawing), ...add],
    headless: true,
    ignoreDefaultArgs: [...slow, ...omit],
  });
}

/** Starts such a browser for the tests of a file or suite, and closes it after them. */
export async function useBrowser(options: LaunchOptions = {}): Promise<Browser> {
  const browser = await launch(options);
  afterAll(() => browser.close());
  return browser;
}
