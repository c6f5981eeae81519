import { type BrotliOptions, constants } from 'node:zlib';

/** Smaller bodies are not compressed, in bytes. */
const MIN_BYTES = 256;

/** What Brotli keeps free in its window, in bytes. */
const WINDOW_RESERVE_BYTES = 16;

const compressibleTypes = /^(?:text\/|application\/(?:xml|json|rss|manifest)|image\/svg)/;

/** Whether a body of this Content-Type and size is worth compressing. */
export const isCompressible = (contentType: string, bytes: number): boolean =>
  bytes >= MIN_BYTES && compressibleTypes.test(contentType);

/** The smallest window that holds a body whole: a larger one only takes memory, 4 MB by default. */
const windowBits = (bytes: number): number =>
  Math.min(
    constants.BROTLI_DEFAULT_WINDOW,
    Math.max(constants.BROTLI_MIN_WINDOW_BITS, Math.ceil(Math.log2(bytes + WINDOW_RESERVE_BYTES))),
  );

/** Brotli options for text of a known size; `quality` from 0 to 11. */
export const brotliOptions = (quality: number, bytes: number): BrotliOptions => ({
  params: {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes,
    [constants.BROTLI_PARAM_LGWIN]: windowBits(bytes),
  },
});
