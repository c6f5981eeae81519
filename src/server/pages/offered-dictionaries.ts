import { type Dictionary, nameOf } from './compress-with-dictionary.ts';

interface KeptDictionary {
  readonly dictionary: Dictionary;
  isKept: boolean;
  /** Whether it was offered again or used since the last search for dictionaries to evict. */
  isUsed: boolean;
}

/** A page's body as it is offered to browsers as a dictionary. */
export class OfferedDictionary {
  /** Name in the header `Available-Dictionary`. */
  readonly name: string;
  readonly #hash: Uint8Array;
  readonly #readBody: () => Uint8Array;
  /** Set by `Dictionaries`. */
  kept: KeptDictionary | undefined;

  /** `hash` is the body's SHA-256. */
  constructor(hash: Uint8Array, readBody: () => Uint8Array) {
    this.name = nameOf(hash);
    this.#hash = hash;
    this.#readBody = readBody;
  }

  read(): Dictionary {
    return { body: this.#readBody(), hash: this.#hash };
  }
}

/** Limit of all dictionaries, in bytes. */
const MAX_BYTES = 8 * 1024 * 1024;

/** Compressions with a dictionary on this thread: per second, and at once after a pause. One takes about 0.5 ms. */
const PER_SECOND = 200;
const BURST = 50;

/**
 * The dictionaries that browsers may have: bodies of pages that were sent to them lately, also of pages that have changed since. Limited
 * by bytes; evicts the oldest that is out of use (CLOCK).
 */
export class Dictionaries {
  readonly #byName = new Map<string, KeptDictionary>();
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

  offer(offered: OfferedDictionary): void {
    const kept = offered.kept?.isKept ? offered.kept : this.#byName.get(offered.name);
    offered.kept = kept ?? this.#keep(offered);
    if (kept) kept.isUsed = true;
  }

  #keep(offered: OfferedDictionary): KeptDictionary {
    const kept = { dictionary: offered.read(), isKept: true, isUsed: false };
    this.#byName.set(offered.name, kept);
    this.#bytes += kept.dictionary.body.length;
    this.#evict();
    return kept;
  }

  /** Finds the dictionary of an `Available-Dictionary` header. */
  find(name: string): Dictionary | undefined {
    const kept = this.#byName.get(name);
    if (!kept) return undefined;
    kept.isUsed = true;
    return kept.dictionary;
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
      const [name, oldest] = this.#byName.entries().next().value as [string, KeptDictionary];
      this.#byName.delete(name);
      if (oldest.isUsed && this.#byName.size > 0) {
        oldest.isUsed = false;
        this.#byName.set(name, oldest);
        continue;
      }
      oldest.isKept = false;
      this.#bytes -= oldest.dictionary.body.length;
    }
  }
}
