import type { Page } from './page.ts';

/** A cached page with the revision for which it is valid (NaN: for none). */
export interface CachedPage {
  page: Page;
  revision: number;
  /** Backoff after a failed render: earliest time of the next one, in milliseconds of the cache's clock. */
  retryAt: number;
}

/** LRU cache of pages, limited by bytes. */
export class PageLruCache {
  readonly #maxBytes: number;
  readonly #pages = new Map<string, CachedPage & { bytes: number }>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Returns the entry of a key and marks it as recently used. */
  get(key: string): CachedPage | undefined {
    const cached = this.#pages.get(key);
    if (!cached) return undefined;
    this.#pages.delete(key);
    this.#pages.set(key, cached);
    return cached;
  }

  set(key: string, cached: CachedPage): void {
    this.delete(key);
    this.#pages.set(key, { ...cached, bytes: 0 });
    this.updateSize(key, cached.page);
  }

  /** Updates the size of a page whose compressed bodies have changed, and evicts others over the limit. */
  updateSize(key: string, page: Page): void {
    const cached = this.#pages.get(key);
    if (cached?.page !== page) return;
    this.#bytes += page.byteLength - cached.bytes;
    cached.bytes = page.byteLength;
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
