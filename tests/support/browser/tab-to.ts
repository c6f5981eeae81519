import type { Locator } from 'playwright';
import { expect } from 'vitest';

/** Whether one of the matching elements can take the focus. */
const isFocusable = (wanted: Locator): Promise<boolean> =>
  wanted.evaluateAll((elements) => elements.some((element) => element.checkVisibility() && !element.matches(':disabled')));

/**
 * Presses Tab until one of the matching elements has the focus. First waits until one can take it: forms of islands are disabled before
 * hydration. Throws after `most` presses.
 */
export async function tabTo(wanted: Locator, most = 120): Promise<void> {
  await expect.poll(() => isFocusable(wanted), { message: `${wanted} can take the focus`, timeout: 10_000 }).toBe(true);
  for (let presses = 0; presses < most; presses++) {
    if (await wanted.evaluateAll((elements) => elements.some((element) => element === document.activeElement))) return;
    await wanted.page().keyboard.press('Tab');
  }
  throw new Error(`The keyboard did not reach ${wanted} in ${most} presses`);
}
