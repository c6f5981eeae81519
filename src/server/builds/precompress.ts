import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { contentTypeOf } from '#server/files/content-type.ts';
import { brotliOptions, isCompressible } from '#server/http/compression.ts';

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** Writes `.br` and `.gz` next to every compressible file below `folder`, at the strongest level. */
export async function precompress(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !isCompressible(contentTypeOf(file), (await stat(file)).size)) continue;
    const body = await readFile(file);
    await writeFile(`${file}.br`, await brotliAsync(body, brotliOptions(constants.BROTLI_MAX_QUALITY, body.length)));
    await writeFile(`${file}.gz`, await gzipAsync(body, { level: constants.Z_BEST_COMPRESSION }));
  }
}
