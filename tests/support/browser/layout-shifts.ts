import type { Page } from 'playwright';

type LayoutShift = PerformanceEntry & {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
};

/** Runs in the page before its scripts. */
export function observeLayoutShifts(): void {
  const shifts: string[] = [];
  Object.assign(globalThis, { shifts });
  const describe = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(' ');
  new PerformanceObserver((list) => {
    for (const { value, startTime, hadRecentInput, sources } of list.getEntries() as LayoutShift[]) {
      if (hadRecentInput) continue;
      const moved = sources.map(
        ({ node, previousRect, currentRect }) =>
          `"${node?.textContent?.trim().slice(0, 40)}" from ${describe(previousRect)} to ${describe(currentRect)}`,
      );
      shifts.push(`${value} at ${Math.round(startTime)} ms: ${moved.join(', ')}`);
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/**
 * Records the layout shifts of the pages that are opened from now on, but for those right after input. Returns a function that lists
 * those of the current page. Fonts are refused: one that comes in the 100 ms of `font-display: optional` moves text by a few pixels.
 */
export async function recordLayoutShifts(page: Page): Promise<() => Promise<string[]>> {
  await page.route('**/*.woff2', (route) => route.abort());
  await page.addInitScript(observeLayoutShifts);
  return () =>
    page.evaluate(
      () =>
        new Promise<string[]>((resolve) => {
          const read = () => resolve((globalThis as unknown as { shifts: string[] }).shifts);
          requestAnimationFrame(() => requestAnimationFrame(read));
        }),
    );
}
