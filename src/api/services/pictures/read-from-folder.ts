import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { dirname, parse, relative, resolve, sep } from 'node:path';
import { addProtocol, MAX_PICTURE_BYTES, PictureRefused, refuseTooLarge } from './accepted-pictures.ts';
import { type FolderFiles, pictureEnding } from './folder-files.ts';

/** Decodes what is encoded of a path; other percent signs stay. */
const decode = (path: string): string =>
  path.replace(/(?:%[\da-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return encoded;
    }
  });

/** The web address of a picture; null for a file name. */
const parseAddress = (source: string): URL | null => (/^(?:https?:)?\/\//i.test(source) ? URL.parse(addProtocol(source)) : null);

/** Paths that a picture may have in the folder. A web address: its host and path, then its path, and so on to its last part. */
function listPaths(source: string): string[] {
  const url = parseAddress(source);
  if (!url) return [source];
  const parts = decode(url.pathname)
    .split('/')
    .filter((part) => part !== '' && part !== '.' && part !== '..');
  const all = parts.length > 0 ? [url.hostname, ...parts] : [];
  return all.map((_, i) => all.slice(i).join('/'));
}

/** The files of a folder that several web addresses got, with these addresses. */
export class SharedFiles {
  readonly #first = new Map<string, string>();
  readonly #shared = new Map<string, Set<string>>();

  /** Records that a picture is in a file. File names, and addresses that differ in their protocol only, are not counted as others. */
  add(source: string, file: string): void {
    const url = parseAddress(source);
    if (!url) return;
    const address = `${url.host}${url.pathname}${url.search}`;
    const first = this.#first.get(file);
    if (first === undefined) this.#first.set(file, address);
    else if (first !== address) this.#shared.set(file, (this.#shared.get(file) ?? new Set([first])).add(address));
  }

  list(): { file: string; addresses: string[] }[] {
    return [...this.#shared].map(([file, addresses]) => ({ file, addresses: [...addresses] }));
  }
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
 * "…/2023/05/front.jpg" is 2023/05/front.jpg, else 05/front.jpg, else front.jpg; with `anywhere`, in any folder of the folder. Records its file
 * in `shared`. Throws `PictureRefused` with the reason.
 */
export async function readFromFolder(
  folder: string,
  source: string,
  shared?: SharedFiles,
  anywhere?: FolderFiles,
): Promise<Uint8Array> {
  const root = await realpath(folder);
  const paths = listPaths(source);
  if (paths.some((path) => path.includes('\0'))) throw new PictureRefused('is not a file name');
  for (const path of [...paths, ...((await anywhere?.find(paths)) ?? [])]) {
    const found = await findFile(root, path);
    if (!found) continue;
    const file = await realpath(found);
    if (!file.startsWith(root + sep)) throw new PictureRefused(`is outside ${folder}`);
    if ((await stat(file)).size > MAX_PICTURE_BYTES) throw refuseTooLarge();
    shared?.add(source, relative(root, file));
    return readFile(file);
  }
  throw new PictureRefused(`is not in ${folder}`);
}
