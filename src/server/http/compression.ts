import { type BrotliOptions, constants } from 'node:zlib';

/** Smaller bodies are not compressed, in bytes. */
const MIN_BYTES = 256;

const compressibleTypes = /^(?:text\/|application\/(?:xml|json|rss|manifest)|image\/svg)/;

/** Whether a body of this Content-Type and size is worth compressing. */
export const isCompressible = (contentType: string, bytes: number): boolean =>
  bytes >= MIN_BYTES && compressibleTypes.test(contentType);

/** Brotli options for text of a known size; `quality` from 0 to 11. */
export const brotliOptions = (quality: number, bytes: number): BrotliOptions => ({
  params: {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes,
  },
});
