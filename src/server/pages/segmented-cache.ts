import type { Page } from './page.ts';

/** A cached page with the revision for which it is valid (NaN: for none). */
export interface CachedPage {
  page: Page;
  revision: number;
  /** Backoff after a failed render: earliest time of the next one, in milliseconds of the cache's clock. */
  retryAt: number;
  /** Whether the page was requested since the last search for pages to evict. */
  isUsed: boolean;
  /** Remove the page from where requests find it by their target (see ReadyPages). */
  targets: (() => void)[];
}

interface Entry extends CachedPage {
  bytes: number;
}

/** Part of the limit for pages that were requested once. */
const NEW_SHARE = 0.25;

/** Pages in order of their arrival, with their size in bytes. */
class Segment {
  readonly pages = new Map<string, Entry>();
  bytes = 0;

  add(key: string, entry: Entry): void {
    this.pages.set(key, entry);
    this.bytes += entry.bytes;
  }

  remove(key: string): Entry | undefined {
    const entry = this.pages.get(key);
    if (!entry) return undefined;
    this.pages.delete(key);
    this.bytes -= entry.bytes;
    return entry;
  }
}

/**
 * Cache of pages, limited by bytes, in two segments: pages that were requested once, and those requested again. So a crawler's thousand
 * addresses evict one another and not the pages that shoppers see. Each segment evicts in order of arrival, and keeps a page
 * requested since the last search (CLOCK).
 */
export class SegmentedCache {
  readonly #maxBytes: number;
  readonly #new = new Segment();
  readonly #requestedAgain = new Segment();

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Returns the page of a key, for a request. From its second request on, the page no longer competes with those requested once. */
  get(key: string): CachedPage | undefined {
    const entry = this.#requestedAgain.pages.get(key);
    if (entry) {
      entry.isUsed = true;
      return entry;
    }
    const promoted = this.#new.remove(key);
    if (!promoted) return undefined;
    this.#requestedAgain.add(key, promoted);
    this.#evict();
    return promoted;
  }

  /** Returns the page of a key without counting a request. */
  peek(key: string): CachedPage | undefined {
    return this.#find(key)?.pages.get(key);
  }

  set(key: string, { page, revision, retryAt }: Pick<CachedPage, 'page' | 'revision' | 'retryAt'>): void {
    const segment = this.#find(key) ?? this.#new;
    const previous = this.#remove(segment, key);
    segment.add(key, { page, revision, retryAt, isUsed: previous?.isUsed ?? false, targets: [], bytes: page.byteLength });
    this.#evict();
  }

  updateSize(key: string, page: Page): void {
    const segment = this.#find(key);
    const entry = segment?.pages.get(key);
    if (!segment || entry?.page !== page) return;
    segment.bytes += page.byteLength - entry.bytes;
    entry.bytes = page.byteLength;
    this.#evict();
  }

  #find(key: string): Segment | undefined {
    if (this.#requestedAgain.pages.has(key)) return this.#requestedAgain;
    return this.#new.pages.has(key) ? this.#new : undefined;
  }

  #remove(segment: Segment, key: string): Entry | undefined {
    const entry = segment.remove(key);
    for (const removeTarget of entry?.targets.splice(0) ?? []) removeTarget();
    return entry;
  }

  #evict(): void {
    const total = (): number => this.#new.bytes + this.#requestedAgain.bytes;
    while (total() > this.#maxBytes) {
      const isNewFull = this.#new.bytes > this.#maxBytes * NEW_SHARE || this.#requestedAgain.pages.size === 0;
      const segment = isNewFull ? this.#new : this.#requestedAgain;
      const [oldest, entry] = segment.pages.entries().next().value as [string, Entry];
      if (entry.isUsed) {
        entry.isUsed = false;
        segment.pages.delete(oldest);
        segment.pages.set(oldest, entry);
      } else this.#remove(segment, oldest);
    }
  }
}
