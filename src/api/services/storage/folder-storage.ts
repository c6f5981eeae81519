import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, type Stats } from 'node:fs';
import { mkdir, open, opendir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type FileStorage, type NewContent, requireFileName, type StoredFile } from './file-storage.ts';

const notFoundCodes: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR']);

/** Resolves to undefined when the file or folder does not exist. */
async function ifExists<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if (notFoundCodes.has((error as NodeJS.ErrnoException).code)) return undefined;
    throw error;
  }
}

const toStoredFile = (name: string, { size, mtime }: Stats): StoredFile => ({ name, bytes: size, modified: mtime });

/** Modes of a folder and its files that only the owner may read. */
const privateModes = { folder: 0o700, file: 0o600 };

export interface FolderStorageOptions {
  /** Creates the folder and its files readable by their owner only. */
  isPrivate?: boolean;
}

/** Writes to a temporary file `.name.uuid`, which is then renamed; removeStaleFiles() deletes what a killed process left. */
async function writeAtomically(folder: string, name: string, content: NewContent, isPrivate: boolean): Promise<void> {
  await mkdir(folder, { recursive: true, ...(isPrivate && { mode: privateModes.folder }) });
  const temporary = join(folder, `.${name}.${randomUUID()}`);
  try {
    if (isPrivate) await writeFile(temporary, '', { mode: privateModes.file });
    await ('path' in content
      ? pipeline(createReadStream(content.path), createWriteStream(temporary))
      : writeFile(temporary, content));
    await rename(temporary, join(folder, name));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Keeps files in a folder, which is created with the first file. Hidden files and sub-folders are not part of it. */
export function createFolderStorage(folder: string, { isPrivate = false }: FolderStorageOptions = {}): FileStorage {
  const pathOf = (name: string): string => {
    requireFileName(name);
    return join(folder, name);
  };
  return {
    location: resolve(folder),
    put: async (name, content) => {
      pathOf(name);
      await writeAtomically(folder, name, content, isPrivate);
    },
    get: async (name, part) => {
      const handle = await ifExists(open(pathOf(name)));
      const stats = await handle?.stat();
      if (!handle || !stats?.isFile()) return void (await handle?.close());
      return { ...toStoredFile(name, stats), content: handle.createReadStream({ ...part }) };
    },
    head: async (name) => {
      const stats = await ifExists(stat(pathOf(name)));
      return stats?.isFile() ? toStoredFile(name, stats) : undefined;
    },
    list: async function* () {
      const entries = await ifExists(opendir(folder));
      if (!entries) return;
      for await (const entry of entries) {
        if (!entry.isFile() || entry.name.startsWith('.')) continue;
        const stats = await ifExists(stat(join(folder, entry.name)));
        if (stats) yield toStoredFile(entry.name, stats);
      }
    },
    delete: (name) => rm(pathOf(name), { force: true }),
  };
}
