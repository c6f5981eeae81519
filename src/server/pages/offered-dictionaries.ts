import { type Dictionary, nameOf } from './compress-with-dictionary.ts';

/** A page's dictionary as it was offered to browsers. */
export interface OfferedDictionary {
  readonly dictionary: Dictionary;
  /** Name in the header `Available-Dictionary`. */
  readonly name: string;
  /** Whether `Dictionaries` has it. */
  isHeld: boolean;
  /** Whether it was offered again or used since the last search for dictionaries to evict. */
  isUsed: boolean;
}

/** Limit of all dictionaries, in bytes; those of cached pages share the memory of the page. */
const MAX_BYTES = 8 * 1024 * 1024;

/** Compressions with a dictionary on this thread: per second, and at once after a pause. One takes about 0.5 ms. */
const PER_SECOND = 200;
const BURST = 50;

/**
 * The dictionaries that browsers may have: bodies of pages that were sent to them lately, also of pages that have changed since. Limited
 * by bytes; evicts the oldest that is out of use (CLOCK).
 */
export class Dictionaries {
  readonly #byName = new Map<string, OfferedDictionary>();
  readonly #maxBytes: number;
  readonly #now: () => number;
  #bytes = 0;
  #allowance = BURST;
  #countedAt: number;

  /** `now` is a clock in milliseconds. */
  constructor(maxBytes = MAX_BYTES, now: () => number = () => performance.now()) {
    this.#maxBytes = maxBytes;
    this.#now = now;
    this.#countedAt = now();
  }

  /** Remembers a dictionary that is sent to a browser. */
  offer(offered: OfferedDictionary): void {
    if (offered.isHeld || this.#byName.has(offered.name)) {
      offered.isUsed = true;
      return;
    }
    offered.isHeld = true;
    this.#byName.set(offered.name, offered);
    this.#bytes += offered.dictionary.body.length;
    this.#evict();
  }

  /** Finds the dictionary of an `Available-Dictionary` header. */
  find(name: string): Dictionary | undefined {
    const offered = this.#byName.get(name);
    if (!offered) return undefined;
    offered.isUsed = true;
    return offered.dictionary;
  }

  /** Whether a page may be compressed on this thread now; counts it. */
  mayCompress(): boolean {
    const now = this.#now();
    this.#allowance = Math.min(BURST, this.#allowance + ((now - this.#countedAt) * PER_SECOND) / 1000);
    this.#countedAt = now;
    if (this.#allowance < 1) return false;
    this.#allowance -= 1;
    return true;
  }

  #evict(): void {
    while (this.#bytes > this.#maxBytes) {
      const [name, oldest] = this.#byName.entries().next().value as [string, OfferedDictionary];
      this.#byName.delete(name);
      if (oldest.isUsed && this.#byName.size > 0) {
        oldest.isUsed = false;
        this.#byName.set(name, oldest);
        continue;
      }
      oldest.isHeld = false;
      this.#bytes -= oldest.dictionary.body.length;
    }
  }
}

/** Names a dictionary for `Dictionaries`. */
export const toOffered = (dictionary: Dictionary): OfferedDictionary => ({
  dictionary,
  name: nameOf(dictionary),
  isHeld: false,
  isUsed: false,
});
