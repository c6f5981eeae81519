import { readFile, realpath, stat } from 'node:fs/promises';
import { basename, resolve, sep } from 'node:path';
import { PictureRefused } from './refused.ts';

const MAX_BYTES = 15 * 1024 * 1024;

/** The name of a picture in a folder: an address stands for the last part of its path. */
function localName(source: string): string {
  const url = /^(?:https?:)?\/\//i.test(source) ? URL.parse(source.replace(/^\/\//, 'https://')) : null;
  if (!url) return source;
  try {
    return basename(decodeURIComponent(url.pathname));
  } catch {
    return basename(url.pathname);
  }
}

/** Reads a picture of a folder; whatever `source` says, nothing outside the folder is read. Throws `PictureRefused` with the reason. */
export async function readFromFolder(folder: string, source: string): Promise<Uint8Array> {
  const root = await realpath(folder);
  const name = localName(source);
  if (name.includes('\0')) throw new PictureRefused('is no file name');
  const path = await realpath(resolve(root, name)).catch(() => undefined);
  if (path && !path.startsWith(root + sep)) throw new PictureRefused(`stands outside ${folder}`);
  const facts = path ? await stat(path) : undefined;
  if (!path || !facts?.isFile()) throw new PictureRefused(`is not in ${folder}`);
  if (facts.size > MAX_BYTES) throw new PictureRefused('is larger than 15 MB');
  return readFile(path);
}
