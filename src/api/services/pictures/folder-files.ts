import { readdir } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';

/** The endings of picture files. */
export const pictureEnding = /\.(?:jpe?g|png|webp|avif|gif|svg)$/i;

const fold = (name: string): string => name.normalize().toLowerCase();

/** The pictures in a folder and the folders in it. They are listed once, when they are asked for. */
export class FolderFiles {
  readonly #folder: string;
  #listed: Promise<string[]> | undefined;
  #byName: Promise<Map<string, string[]>> | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Their paths within the folder, in their order. */
  list(): Promise<string[]> {
    this.#listed ??= readdir(this.#folder, { recursive: true, withFileTypes: true }).then((entries) =>
      entries
        .filter((entry) => entry.isFile() && pictureEnding.test(entry.name))
        .map((entry) => relative(this.#folder, join(entry.parentPath, entry.name)))
        .toSorted(),
    );
    return this.#listed;
  }

  /** The one picture whose path ends with the first of these paths that any ends with; none when several do. */
  async find(paths: readonly string[]): Promise<string[]> {
    this.#byName ??= this.list().then((listed) => Map.groupBy(listed, (path) => fold(basename(path))));
    const byName = await this.#byName;
    for (const path of paths) {
      const found = byName.get(fold(basename(path)))?.filter((other) => `/${fold(other)}`.endsWith(`/${fold(path)}`)) ?? [];
      if (found.length > 0) return found.length === 1 ? found : [];
    }
    return [];
  }
}
