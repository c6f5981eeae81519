import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { dirname, parse, resolve, sep } from 'node:path';
import { addProtocol } from './parse-web-url.ts';
import { PictureRefused } from './picture-refused.ts';
import { MAX_PICTURE_BYTES, refuseTooLarge } from './size-limit.ts';

/** The endings of picture files that an address without one may mean. */
const pictureEnding = /\.(?:jpe?g|png|webp|avif|gif|svg)$/i;

/** Decodes what is encoded of a path; other percent signs stay. */
const decode = (path: string): string =>
  path.replace(/(?:%[\da-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return encoded;
    }
  });

/** Paths that a picture may have in the folder. A web address: its path, then without its first folder, and so on to its last part. */
function listPaths(source: string): string[] {
  const url = /^(?:https?:)?\/\//i.test(source) ? URL.parse(addProtocol(source)) : null;
  if (!url) return [source];
  const parts = decode(url.pathname)
    .split('/')
    .filter((part) => part !== '' && part !== '.' && part !== '..');
  return parts.map((_, i) => parts.slice(i).join('/'));
}

/** Finds a file by its path: the exact one, else one that differs in its Unicode form or only in a picture's ending. */
async function findFile(root: string, path: string): Promise<string | undefined> {
  const wanted = resolve(root, path);
  const isFile = (file: string) =>
    stat(file).then(
      (stats) => stats.isFile(),
      () => false,
    );
  if (await isFile(wanted)) return wanted;
  const { dir, base } = parse(wanted);
  const inside = dir === root || dir.startsWith(root + sep);
  if (!inside) return undefined;
  const folder = (await isFolder(dir)) ? dir : await findFolder(root, dirname(path));
  if (!folder) return undefined;
  const name = base.normalize();
  const names = (await readdir(folder)).toSorted();
  const found = names.find((other) => other.normalize() === name) ?? names.find((other) => isNameWithEnding(other, name));
  return found && resolve(folder, found);
}

const isNameWithEnding = (file: string, name: string): boolean =>
  pictureEnding.test(file) && file.normalize().replace(pictureEnding, '') === name;

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );

/** Finds a folder whose name differs only in its Unicode form. */
async function findFolder(root: string, path: string): Promise<string | undefined> {
  let folder = root;
  for (const part of path.split('/')) {
    const found = (await readdir(folder)).find((other) => other.normalize() === part.normalize());
    if (!found || !(await isFolder(resolve(folder, found)))) return undefined;
    folder = resolve(folder, found);
  }
  return folder;
}

/**
 * Reads a picture from a folder, and nothing outside it (no path traversal, no links). Of a web address the folders count, from its end:
 * "…/2023/05/front.jpg" is 2023/05/front.jpg, else 05/front.jpg, else front.jpg. Throws `PictureRefused` with the reason.
 */
export async function readFromFolder(folder: string, source: string): Promise<Uint8Array> {
  const root = await realpath(folder);
  const paths = listPaths(source);
  if (paths.some((path) => path.includes('\0'))) throw new PictureRefused('is not a file name');
  for (const path of paths) {
    const found = await findFile(root, path);
    if (!found) continue;
    const file = await realpath(found);
    if (!file.startsWith(root + sep)) throw new PictureRefused(`is outside ${folder}`);
    if ((await stat(file)).size > MAX_PICTURE_BYTES) throw refuseTooLarge();
    return readFile(file);
  }
  throw new PictureRefused(`is not in ${folder}`);
}
