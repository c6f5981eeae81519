import { readFile, realpath, stat } from 'node:fs/promises';
import { basename, resolve, sep } from 'node:path';
import { addProtocol } from './parse-web-url.ts';
import { PictureRefused } from './picture-refused.ts';
import { MAX_PICTURE_BYTES, refuseTooLarge } from './size-limit.ts';

/** The file name of a picture: of a web address, the last part of its path. */
function toFileName(source: string): string {
  const url = /^(?:https?:)?\/\//i.test(source) ? URL.parse(addProtocol(source)) : null;
  if (!url) return source;
  try {
    return basename(decodeURIComponent(url.pathname));
  } catch {
    return basename(url.pathname);
  }
}

/** Reads a picture from a folder, and nothing outside it (no path traversal, no links). Throws `PictureRefused` with the reason. */
export async function readFromFolder(folder: string, source: string): Promise<Uint8Array> {
  const root = await realpath(folder);
  const name = toFileName(source);
  if (name.includes('\0')) throw new PictureRefused('is not a file name');
  const path = await realpath(resolve(root, name)).catch(() => undefined);
  if (path && !path.startsWith(root + sep)) throw new PictureRefused(`is outside ${folder}`);
  const stats = path ? await stat(path) : undefined;
  if (!path || !stats?.isFile()) throw new PictureRefused(`is not in ${folder}`);
  if (stats.size > MAX_PICTURE_BYTES) throw refuseTooLarge();
  return readFile(path);
}
