import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import type { ContentCoding } from '#server/http/accept-encoding.ts';

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);

const quality = (level: number, size: number) => ({
  params: {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: level,
    [constants.BROTLI_PARAM_SIZE_HINT]: size,
  },
});

/** Both codings at once, in a few milliseconds a page. */
export const compressQuickly = (body: Buffer): [ContentCoding, Buffer][] => [
  ['br', brotliCompressSync(body, quality(5, body.length))],
  ['gzip', gzipSync(body, { level: 6 })],
];

/** As `compressQuickly` for what is large, off the event loop. */
export const compressAside = async (body: Buffer): Promise<[ContentCoding, Buffer][]> => [
  ['br', await brotli(body, quality(5, body.length))],
  ['gzip', await gz(body, { level: 6 })],
];

/** Brotli at its smallest, off the event loop. */
export const compressHard = (body: Buffer): Promise<Buffer> => brotli(body, quality(11, body.length));

/** File kinds that compression makes smaller. */
const compressible = /\.(js|css|html|svg|json|xml|txt|webmanifest)$/;

/** Writes `.br` and `.gz` beside every compressible file below `folder`, so that serving one is only reading it. */
export async function precompress(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !compressible.test(file) || (await stat(file)).size < 256) continue;
    const body = await readFile(file);
    await writeFile(`${file}.br`, await compressHard(body));
    await writeFile(`${file}.gz`, await gz(body, { level: 9 }));
  }
}
