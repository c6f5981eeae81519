import type { Locator } from 'playwright';
import { expect } from 'vitest';

/** Waits until a layer that has just opened takes pointers (styles/ui/dialog.css): a click at a place, unlike one of a control, does not. */
export const untilPressable = (layer: Locator): Promise<void> =>
  expect.poll(() => layer.evaluate((element) => getComputedStyle(element).pointerEvents)).not.toBe('none');
