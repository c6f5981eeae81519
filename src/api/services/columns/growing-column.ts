const FIRST_LENGTH = 4096;

/** A typed array that grows as values are added. */
export class GrowingColumn {
  #values = new Uint32Array(FIRST_LENGTH);
  length = 0;

  /** Adds an integer from 0 to 2³² − 1. Throws a `RangeError` for others. */
  push(value: number): void {
    if (value >>> 0 !== value) throw new RangeError(`${value} does not fit in 32 bits`);
    if (this.length === this.#values.length) {
      const larger = new Uint32Array(this.length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.length++] = value;
  }

  /** The values so far, in an array of their own. */
  toArray(): Uint32Array {
    return this.#values.slice(0, this.length);
  }
}
