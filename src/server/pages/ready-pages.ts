import { MINUTE_MS } from '#lib/rules/durations.ts';
import type { CachedPage } from './segmented-cache.ts';

/** Host names with ready pages; beyond it, all are dropped. */
const MAX_HOSTS = 32;

/** The origin of a Host header is determined again after this time, in milliseconds. */
const HOST_TTL_MS = MINUTE_MS;

/** Request targets under which one page is ready: its own, and a few with parameters that no page reads. */
const MAX_TARGETS = 4;

interface ReadyOrigin {
  origin: string;
  pages: Map<string, CachedPage>;
  /** When the origin expires, in milliseconds of the clock. */
  until: number;
}

/** Finds a cached page by Host header and request target as they arrive, without parsing either. */
export class ReadyPages {
  readonly #origins = new Map<string, ReadyOrigin>();
  readonly #isFixed: boolean;
  readonly #now: () => number;

  /** `isFixed`: the shop has one origin, whatever the Host header. */
  constructor(isFixed: boolean, now: () => number = Date.now) {
    this.#isFixed = isFixed;
    this.#now = now;
  }

  /** The page for a request; undefined if it has to be resolved. */
  find(host: string, target: string): CachedPage | undefined {
    if (host === '') return undefined;
    const ready = this.#origins.get(this.#isFixed ? '' : host);
    return ready && ready.until > this.#now() ? ready.pages.get(target) : undefined;
  }

  add(host: string, target: string, origin: string, cached: CachedPage): void {
    if (host === '' || cached.targets.length >= MAX_TARGETS) return;
    const { pages } = this.#originFor(this.#isFixed ? '' : host, origin);
    if (pages.get(target) === cached) return;
    pages.set(target, cached);
    cached.targets.push(() => {
      if (pages.get(target) === cached) pages.delete(target);
    });
  }

  #originFor(name: string, origin: string): ReadyOrigin {
    const until = this.#isFixed ? Number.POSITIVE_INFINITY : this.#now() + HOST_TTL_MS;
    const existing = this.#origins.get(name);
    if (existing?.origin === origin) {
      existing.until = until;
      return existing;
    }
    if (this.#origins.size >= MAX_HOSTS) this.#origins.clear();
    const created = { origin, pages: new Map<string, CachedPage>(), until };
    this.#origins.set(name, created);
    return created;
  }
}
