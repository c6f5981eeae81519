import { randomBytes } from 'node:crypto';
import zlib from 'node:zlib';

/** A page's body that browsers have and that others can be compressed against (RFC 9842). */
export interface Dictionary {
  body: Uint8Array;
  /** SHA-256 of the body. */
  hash: Uint8Array;
}

/** What a body with a dictionary begins with, before the dictionary's hash. */
const magic = Buffer.from([0x5e, 0x2a, 0x4d, 0x18, 0x20, 0, 0, 0]);

/** Zstandard reads a dictionary with this beginning as a formatted one; RFC 9842 has raw ones only. */
const formattedMagic = Buffer.from([0x37, 0xa4, 0x30, 0xec]);

/** Zstandard's level and window of 1 MiB: on a page of 80 KB 0.5 ms, as small as level 19. */
const ZSTD_LEVEL = 9;
const ZSTD_WINDOW_LOG = 20;

/** Size of the body that tests the support, in bytes. */
const SAMPLE_BYTES = 1000;

/** A dictionary and the body compressed with it must fit into the window together, in bytes. */
const MAX_BYTES = 2 ** (ZSTD_WINDOW_LOG - 1);

/** Whether a body can be a dictionary. */
export const canBeDictionary = (body: Buffer): boolean =>
  body.length <= MAX_BYTES && !body.subarray(0, formattedMagic.length).equals(formattedMagic);

/** The name of a dictionary with this SHA-256 in the request header `Available-Dictionary`. */
export const nameOf = (hash: Uint8Array): string => `:${Buffer.from(hash).toString('base64')}:`;

/** Compresses `body` synchronously against a dictionary (`dcz`). */
export const compressWithDictionary = (body: Uint8Array, { body: dictionary, hash }: Dictionary): Buffer =>
  Buffer.concat([magic, hash, compressZstd(body, dictionary)]);

function compressZstd(body: Uint8Array, dictionary: Uint8Array): Buffer {
  const { ZSTD_c_compressionLevel: level, ZSTD_c_windowLog: windowLog } = zlib.constants;
  return zlib.zstdCompressSync(body, { dictionary, params: { [level]: ZSTD_LEVEL, [windowLog]: ZSTD_WINDOW_LOG } });
}

/** Whether this version of Node compresses with dictionaries; an older one lacks Zstandard or ignores the option. */
export function supportsDictionaries(): boolean {
  if (!zlib.zstdCompressSync) return false;
  const sample = randomBytes(SAMPLE_BYTES);
  return compressZstd(sample, sample).length < SAMPLE_BYTES;
}
