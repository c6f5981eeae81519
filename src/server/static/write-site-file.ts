import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { contentTypeOf } from '#server/files/content-type.ts';
import { brotliOptions, isCompressible } from '#server/http/compression.ts';

/** Larger files, such as feeds, are compressed less, in bytes. */
const LARGE_BYTES = 1024 * 1024;

/**
 * Levels of Brotli and gzip. A page of 78 KB takes 1.2 ms at Brotli 7 for 20.5 KB, and 110 ms at 11 for 18.9 KB, which only the pages of
 * products are too many for.
 */
const levels = {
  page: { brotli: 11, gzip: 9 },
  product: { brotli: 7, gzip: 9 },
  large: { brotli: 5, gzip: 6 },
} as const;

function levelsOf(file: string, bytes: number): (typeof levels)[keyof typeof levels] {
  if (bytes >= LARGE_BYTES) return levels.large;
  return file.startsWith('products/') ? levels.product : levels.page;
}

/** Suffixes of the compressed copies of a file. */
export const compressedSuffixes = ['.br', '.gz'] as const;

/** Writes a file below `folder`, and its compressed copies unless `compress` is false or it is not worth it. */
export async function writeSiteFile(folder: string, file: string, text: string, compress: boolean): Promise<void> {
  const path = join(folder, file);
  const body = Buffer.from(text);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, body);
  if (!compress || !isCompressible(contentTypeOf(path), body.length)) return;
  const { brotli, gzip } = levelsOf(file, body.length);
  await writeFile(`${path}.br`, brotliCompressSync(body, brotliOptions(brotli, body.length)));
  await writeFile(`${path}.gz`, gzipSync(body, { level: gzip }));
}
