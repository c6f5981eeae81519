/** Unsigned integers in as many bits as the largest of them needs. */
export type NumberColumn = Uint8Array | Uint16Array | Uint32Array;

const types = [Uint8Array, Uint16Array, Uint32Array] as const;
export type ColumnType = (typeof types)[number];

const FIRST_LENGTH = 4096;
/** Less room to spare than with twice the length, because the largest columns take megabytes. */
const GROWTH = 1.25;

const maxOf = ({ BYTES_PER_ELEMENT }: ColumnType): number => 2 ** (8 * BYTES_PER_ELEMENT) - 1;

/** The narrowest array that holds an integer from 0 to 2³² − 1. Throws a `RangeError` for others. */
export function columnTypeFor(value: number): ColumnType {
  const type = value >>> 0 === value ? types.find((wider) => value <= maxOf(wider)) : undefined;
  if (!type) throw new RangeError(`${value} does not fit in 32 bits`);
  return type;
}

/** The array with this many bytes a value. Throws a `RangeError` when there is none. */
export function typeOfWidth(bytes: number): ColumnType {
  const type = types.find(({ BYTES_PER_ELEMENT }) => BYTES_PER_ELEMENT === bytes);
  if (!type) throw new RangeError(`No column has ${bytes} bytes a value`);
  return type;
}

/** A column that grows in length and width as values are added. */
export class GrowingColumn {
  #values: NumberColumn = new Uint8Array(FIRST_LENGTH);
  #max = maxOf(Uint8Array);
  length = 0;

  /** Adds an integer from 0 to 2³² − 1. Throws a `RangeError` for others. */
  push(value: number): void {
    if (value >>> 0 !== value || value > this.#max || this.length === this.#values.length) this.#makeRoom(value);
    this.#values[this.length++] = value;
  }

  #makeRoom(value: number): void {
    const { length } = this.#values;
    const isFitting = value >>> 0 === value && value <= this.#max;
    const type = isFitting ? (this.#values.constructor as ColumnType) : columnTypeFor(value);
    const copy = new type(this.length === length ? Math.ceil(length * GROWTH) : length);
    copy.set(this.#values);
    this.#values = copy;
    this.#max = maxOf(type);
  }

  /** The values so far, in an array of their own. Frees the column, which is then empty. */
  take(): NumberColumn {
    const taken = this.#values.slice(0, this.length);
    this.#values = new Uint8Array(FIRST_LENGTH);
    this.#max = maxOf(Uint8Array);
    this.length = 0;
    return taken;
  }
}
