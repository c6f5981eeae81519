/** One way in which a size is written. */
interface Spelling {
  text: string;
  /** Code of the size. */
  size: number;
  /** Variants with it. */
  uses: number;
}

/** The sizes of variants. Variants name spellings by code, an index into `spellings`. */
export interface Sizes {
  /** Codes of sizes by the size with its case folded. */
  codes: ReadonlyMap<string, number>;
  /** The most common spelling of each size. */
  labels: readonly string[];
  spellings: readonly Readonly<Spelling>[];
  /** Codes of spellings by text. */
  byText: ReadonlyMap<string, number>;
  /** The size of each spelling. */
  sizeOf: Uint32Array;
}

/** Gives spellings and sizes their codes, and finds the most common spelling of each size. */
export class SizeDictionary {
  readonly #foldCase: (size: string) => string;
  readonly #codes: Map<string, number>;
  readonly #spellings: Spelling[];
  readonly #byText: Map<string, number>;

  /** Continues from `earlier` sizes, which stay as they are. */
  constructor(foldCase: (size: string) => string, earlier?: Pick<Sizes, 'codes' | 'spellings'>) {
    this.#foldCase = foldCase;
    this.#codes = new Map(earlier?.codes);
    this.#spellings = earlier?.spellings.map((spelling) => ({ ...spelling })) ?? [];
    this.#byText = new Map(this.#spellings.map(({ text }, code) => [text, code]));
  }

  /** Counts a use of a spelling and returns its code. */
  add(text: string): number {
    const code = this.#byText.get(text) ?? this.#addSpelling(text);
    (this.#spellings[code] as Spelling).uses++;
    return code;
  }

  #addSpelling(text: string): number {
    const folded = this.#foldCase(text);
    const size = this.#codes.get(folded) ?? this.#codes.size;
    this.#codes.set(folded, size);
    this.#byText.set(text, this.#spellings.length);
    return this.#spellings.push({ text, size, uses: 0 }) - 1;
  }

  /** Takes back a use of a spelling, by its code. */
  remove(code: number): void {
    const spelling = this.#spellings[code];
    if (spelling) spelling.uses--;
  }

  /** Of spellings that are as common, the first in byte order is the label. */
  toSizes(): Sizes {
    const best: Spelling[] = [];
    for (const spelling of this.#spellings.toSorted((a, b) => (a.text < b.text ? -1 : 1))) {
      const before = best[spelling.size];
      if (before === undefined || spelling.uses > before.uses) best[spelling.size] = spelling;
    }
    return {
      codes: this.#codes,
      labels: best.map(({ text }) => text),
      spellings: this.#spellings,
      byText: this.#byText,
      sizeOf: Uint32Array.from(this.#spellings, ({ size }) => size),
    };
  }
}
