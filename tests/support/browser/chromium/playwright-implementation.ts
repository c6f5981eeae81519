import type { BrowserContext, BrowserType, Page } from 'playwright';

/** Parts of Playwright's implementation, which runs in this process, that its public interface does not reach. */
interface ToImplementation {
  (
    browserType: BrowserType,
  ): { defaultArgs: (options: { headless: true }, isPersistent: false, userDataDir: string) => Promise<string[]> };
  (
    context: BrowserContext,
  ): {
    clock: { uninstall: (progress: { race: <T>(work: Promise<T>) => Promise<T> }) => Promise<void> };
  };
  (page: Page): { frameManager: { _allocateFrameSeq: () => number } };
}

/** Returns the implementation of a public object. Reading from it throws if Playwright's implementation has changed. */
export const implementationOf = ((object: unknown) =>
  (object as { _connection: { toImpl: (object: unknown) => unknown } })._connection.toImpl(object)) as ToImplementation;

/** Removes the fake clock from pages that the context loads from now on. */
export const removeClock = (context: BrowserContext): Promise<void> =>
  implementationOf(context).clock.uninstall({ race: (work) => work });

/**
 * Lets a page compile the script of Playwright's locators once: the script names the number of the document, which only references of
 * accessibility snapshots need, and with the same number each document gets the same text, whose compiled code Chromium still has.
 */
export function keepInjectedScript(page: Page): void {
  implementationOf(page).frameManager._allocateFrameSeq = () => 0;
}
