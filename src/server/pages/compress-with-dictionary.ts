import { randomBytes } from 'node:crypto';
import zlib from 'node:zlib';
import type { DictionaryCoding } from '#server/http/accept-encoding.ts';
import { brotliOptions } from '#server/http/compression.ts';

/** A page's body that browsers have and that others can be compressed against (RFC 9842). */
export interface Dictionary {
  body: Uint8Array;
  /** SHA-256 of the body. */
  hash: Uint8Array;
}

/** What a body with a dictionary begins with, before the dictionary's hash. */
const magic: Record<DictionaryCoding, Buffer> = {
  dcb: Buffer.from([0xff, 0x44, 0x43, 0x42]),
  dcz: Buffer.from([0x5e, 0x2a, 0x4d, 0x18, 0x20, 0, 0, 0]),
};

/** Zstandard reads a dictionary with this beginning as a formatted one; RFC 9842 has raw ones only. */
const formattedMagic = Buffer.from([0x37, 0xa4, 0x30, 0xec]);

/** Zstandard's level and window of 1 MiB: on a page of 80 KB 0.5 ms, as small as level 19. */
const ZSTD_LEVEL = 9;
const ZSTD_WINDOW_LOG = 20;

/** On a page of 80 KB 19 ms, and a tenth smaller than Zstandard. */
const BROTLI_QUALITY = 11;

/** Size of the body that tests the support, in bytes. */
const SAMPLE_BYTES = 1000;

/** A dictionary and the body compressed with it must fit into the window together, in bytes. */
const MAX_BYTES = 2 ** (ZSTD_WINDOW_LOG - 1);

/** Whether a body can be a dictionary. */
export const canBeDictionary = (body: Buffer): boolean =>
  body.length <= MAX_BYTES && !body.subarray(0, formattedMagic.length).equals(formattedMagic);

/** The name of a dictionary with this SHA-256 in the request header `Available-Dictionary`. */
export const nameOf = (hash: Uint8Array): string => `:${Buffer.from(hash).toString('base64')}:`;

/** Compresses `body` synchronously against a dictionary. */
export function compressWithDictionary(body: Uint8Array, coding: DictionaryCoding, dictionary: Dictionary): Buffer {
  const compressed = coding === 'dcz' ? compressZstd(body, dictionary.body) : compressBrotli(body, dictionary.body);
  const parts = [magic[coding], dictionary.hash, compressed];
  // A buffer of its own: one of Node's pool would keep the whole block in memory.
  const joined = Buffer.allocUnsafeSlow(parts.reduce((sum, part) => sum + part.length, 0));
  let end = 0;
  for (const part of parts) {
    joined.set(part, end);
    end += part.length;
  }
  return joined;
}

function compressZstd(body: Uint8Array, dictionary: Uint8Array): Buffer {
  const { ZSTD_c_compressionLevel: level, ZSTD_c_windowLog: windowLog } = zlib.constants;
  return zlib.zstdCompressSync(body, { dictionary, params: { [level]: ZSTD_LEVEL, [windowLog]: ZSTD_WINDOW_LOG } });
}

const compressBrotli = (body: Uint8Array, dictionary: Uint8Array): Buffer =>
  zlib.brotliCompressSync(body, Object.assign(brotliOptions(BROTLI_QUALITY, body.length), { dictionary }));

/** Whether this version of Node compresses with dictionaries; an older one lacks Zstandard or ignores the option. */
export function supportsDictionaries(): boolean {
  if (!zlib.zstdCompressSync) return false;
  const sample = randomBytes(SAMPLE_BYTES);
  return [compressZstd, compressBrotli].every((compress) => compress(sample, sample).length < SAMPLE_BYTES);
}
