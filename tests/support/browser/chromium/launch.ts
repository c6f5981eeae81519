import { type Browser, chromium } from 'playwright';
import { inject } from 'vitest';
import { memoryFolder } from '#tests/support/memory-folder.ts';
import { waitUntilPrepared } from '../prepared.ts';
import { chromiumArguments } from './find-chromium.ts';
import { implementationOf } from './playwright-implementation.ts';

/**
 * Leaves no memory for a page's pixels: tests read the elements, and drawing takes a fifth of the browser's processor time. What is drawn
 * all the same is drawn in the browser's process, which takes another twelfth less.
 */
const cheapDrawing = ['--force-gpu-mem-available-mb=1', '--in-process-gpu'];

const DISABLE_FEATURES = '--disable-features=';

/**
 * The features that Playwright disables, and one more: a new renderer frame for each document of a site, which costs a seventh of the
 * browser's processor time of a page. Chromium reads only the last of such arguments.
 */
async function disabledFeatures(): Promise<string> {
  const defaults = await implementationOf(chromium).defaultArgs({ headless: true }, false, '');
  const features = defaults.find((argument) => argument.startsWith(DISABLE_FEATURES));
  if (!features) throw new Error('Playwright disables its features in another way');
  return `${features},RenderDocument`;
}

interface LaunchOptions {
  /** Further arguments. */
  add?: readonly string[];
  /** Arguments of Playwright to leave out. */
  omit?: readonly string[];
}

/** Starts a browser with other arguments. Tests that need none share one: see `openPage`. */
export async function launch({ add = [], omit = [] }: LaunchOptions = {}): Promise<Browser> {
  const { chromiumPath } = await waitUntilPrepared(inject('prepared'));
  // Shared memory in files on a disk costs a tenth of the browser's processor time.
  const slow = memoryFolder() ? ['--disable-dev-shm-usage'] : [];
  return chromium.launch({
    executablePath: chromiumPath,
    args: [...chromiumArguments, await disabledFeatures(), ...(process.env['SCREENSHOTS'] ? [] : cheapDrawing), ...add],
    headless: true,
    ignoreDefaultArgs: [...slow, ...omit],
  });
}
