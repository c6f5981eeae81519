import type { Page } from './page.ts';

/** A page and the catalogue's revision for which it is known to be right (NaN: for none). */
export interface CachedPage {
  page: Page;
  revision: number;
  /** Until then the page is not rendered anew, because that has just failed: milliseconds of the cache's clock. */
  retryAt: number;
}

/** Pages by their key, within a number of bytes: those that were used longest ago go first. */
export class PageLruCache {
  readonly #maxBytes: number;
  readonly #pages = new Map<string, CachedPage & { bytes: number }>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Finds the page under a key and marks it as used. */
  get(key: string): CachedPage | undefined {
    const kept = this.#pages.get(key);
    if (!kept) return undefined;
    this.#pages.delete(key);
    this.#pages.set(key, kept);
    return kept;
  }

  set(key: string, kept: CachedPage): void {
    this.delete(key);
    this.#pages.set(key, { ...kept, bytes: 0 });
    this.updateSize(key, kept.page);
  }

  /** Counts a page's bytes again after it got another body, and removes others if there are too many now. */
  updateSize(key: string, page: Page): void {
    const kept = this.#pages.get(key);
    if (kept?.page !== page) return;
    this.#bytes += page.byteLength - kept.bytes;
    kept.bytes = page.byteLength;
    for (const oldest of this.#pages.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    this.#bytes -= this.#pages.get(key)?.bytes ?? 0;
    this.#pages.delete(key);
  }
}
