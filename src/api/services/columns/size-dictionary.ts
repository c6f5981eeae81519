import type { SizeCodes } from './product-columns.ts';

/** Gives sizes their codes, and finds the most common spelling of each. */
export class SizeDictionary {
  readonly #foldCase: (size: string) => string;
  readonly #codes = new Map<string, number>();
  /** Codes by spelling. */
  readonly #spellings = new Map<string, number>();
  /** Uses by spelling. */
  readonly #uses = new Map<string, number>();

  constructor(foldCase: (size: string) => string) {
    this.#foldCase = foldCase;
  }

  /** Counts a use of a spelling and returns its size's code. */
  add(spelling: string): number {
    this.#uses.set(spelling, (this.#uses.get(spelling) ?? 0) + 1);
    return this.codeOf(spelling) ?? this.#addSpelling(spelling);
  }

  #addSpelling(spelling: string): number {
    const folded = this.#foldCase(spelling);
    const code = this.#codes.get(folded) ?? this.#codes.size;
    this.#codes.set(folded, code);
    this.#spellings.set(spelling, code);
    return code;
  }

  /** The code of a spelling that has been added. */
  codeOf(spelling: string): number | undefined {
    return this.#spellings.get(spelling);
  }

  /** Of spellings that are as common, the first in byte order is the label. */
  toCodes(): SizeCodes {
    const labels: string[] = [];
    for (const [spelling, code] of [...this.#spellings].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const label = labels[code];
      if (label === undefined || (this.#uses.get(spelling) ?? 0) > (this.#uses.get(label) ?? 0)) labels[code] = spelling;
    }
    return { codes: this.#codes, labels };
  }
}
