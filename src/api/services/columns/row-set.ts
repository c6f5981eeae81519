/** Rows in one number of a bitmap. */
const BITS = 32;

/** Bits of a gap in one byte; the highest bit says whether another byte of it follows. */
const GAP_BITS = 7;
const CONTINUED = 2 ** GAP_BITS;

/** Rows as a bitmap or, where that is shorter, as bytes: the rows that are left out before each of them, in 7-bit groups, the lowest first. */
export type RowSet = Uint32Array | Uint8Array;

/** Numbers in a bitmap of this many rows. */
export const bitmapLength = (rows: number): number => Math.ceil(rows / BITS);

/** Adds rows to a bitmap. */
export function addRows(bitmap: Uint32Array, rows: Uint32Array): void {
  for (const row of rows) bitmap[row >>> 5] = (bitmap[row >>> 5] as number) | (1 << (row & (BITS - 1)));
}

function addGaps(bitmap: Uint32Array, bytes: Uint8Array): void {
  let row = -1;
  let gap = 0;
  let shift = 0;
  for (const byte of bytes) {
    gap |= (byte & (CONTINUED - 1)) << shift;
    shift += GAP_BITS;
    if (byte >= CONTINUED) continue;
    row += gap + 1;
    bitmap[row >>> 5] = (bitmap[row >>> 5] as number) | (1 << (row & (BITS - 1)));
    gap = 0;
    shift = 0;
  }
}

/** Adds a set of rows to a bitmap. */
export function addSet(bitmap: Uint32Array, set: RowSet): void {
  if (set instanceof Uint8Array) addGaps(bitmap, set);
  else unite(bitmap, set);
}

/** Adds the rows of another bitmap. */
export function unite(bitmap: Uint32Array, other: Uint32Array): void {
  for (let i = 0; i < other.length; i++) bitmap[i] = (bitmap[i] as number) | (other[i] as number);
}

/** Keeps the rows that another bitmap has. */
export function intersect(bitmap: Uint32Array, other: Uint32Array): void {
  for (let i = 0; i < other.length; i++) bitmap[i] = (bitmap[i] as number) & (other[i] as number);
}

/** Removes the rows of another bitmap. */
export function subtract(bitmap: Uint32Array, other: Uint32Array): void {
  for (let i = 0; i < other.length; i++) bitmap[i] = (bitmap[i] as number) & ~(other[i] as number);
}

function countBits(number: number): number {
  let bits = number - ((number >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The rows of a bitmap, the last one first. */
export function listRows(bitmap: Uint32Array): Uint32Array {
  let total = 0;
  for (const number of bitmap) total += countBits(number);
  const rows = new Uint32Array(total);
  let found = 0;
  for (let i = bitmap.length - 1; i >= 0; i--)
    for (let left = bitmap[i] as number; left !== 0; ) {
      const bit = BITS - 1 - Math.clz32(left);
      rows[found++] = i * BITS + bit;
      left ^= 1 << bit;
    }
  return rows;
}

/** The rows of a bitmap in the shortest form, in memory of its own. */
export function packRows(bitmap: Uint32Array): RowSet {
  const bytes = new Uint8Array(bitmap.byteLength);
  let length = 0;
  let previous = -1;
  for (const row of listRows(bitmap).reverse()) {
    let gap = row - previous - 1;
    previous = row;
    for (; gap >= CONTINUED; gap >>>= GAP_BITS) bytes[length++] = CONTINUED | gap;
    bytes[length++] = gap;
    if (length >= bytes.length) return bitmap.slice();
  }
  return bytes.slice(0, length);
}
