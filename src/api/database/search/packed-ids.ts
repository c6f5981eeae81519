const COMMA = 44;
const ZERO = 48;

/** Parses ids that the database has joined by commas: many times faster than reading as many rows. Null and '' are none. */
export function parsePackedIds(text: string | null): Uint32Array {
  if (!text) return new Uint32Array(0);
  let count = 1;
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) === COMMA) count++;
  const ids = new Uint32Array(count);
  let at = 0;
  let id = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === COMMA) {
      ids[at++] = id;
      id = 0;
    } else id = id * 10 + code - ZERO;
  }
  ids[at] = id;
  return ids;
}

/** Reads ids that the database has joined as 32-bit integers, the most significant byte first. Null is none. */
export function readPackedIds(bytes: Buffer | null): Uint32Array {
  if (!bytes) return new Uint32Array(0);
  const ids = new Uint32Array(bytes.length / 4);
  for (let i = 0; i < ids.length; i++) ids[i] = bytes.readUInt32BE(i * 4);
  return ids;
}
