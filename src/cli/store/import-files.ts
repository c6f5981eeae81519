import { mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { reasonOf } from '#api/database/errors/store-errors.ts';
import type { FileStorage } from '#api/services/storage/file-storage.ts';
import { requireFile } from '#cli/arguments/file-paths.ts';
import { commandContext } from '#cli/process/command-context.ts';
import { resolveDataDir } from './open-store.ts';
import { download, isRemoteFile, openRemoteFile } from './remote-files.ts';
import { withTemporaryFolder } from './temporary-folder.ts';

/** Runs `work` with the paths of an import's files; those at an `s3://` URL are downloaded for it. */
export async function withImportFiles<Result>(
  files: readonly string[],
  work: (paths: string[]) => Promise<Result>,
): Promise<Result> {
  files.filter((file) => !isRemoteFile(file)).forEach(requireFile);
  if (!files.some(isRemoteFile)) return work([...files]);
  return withTemporaryFolder(resolveDataDir(), async (folder) => {
    const paths: string[] = [];
    for (const [index, file] of files.entries()) {
      // Files of the same name have folders of their own.
      const target = join(folder, String(index));
      mkdirSync(target);
      paths.push(isRemoteFile(file) ? await download(await openRemoteFile(file), target) : file);
    }
    return work(paths);
  });
}

/** Keeps the files of an import in the shop's storage, under names with the time. A failure is printed: the import itself is done. */
export async function keepImportFiles(imports: FileStorage, paths: readonly string[], now = new Date()): Promise<void> {
  const time = now.toISOString().slice(0, 19).replaceAll(':', '');
  try {
    for (const path of paths) await imports.put(`${time}Z-${basename(path).replace(/^\.+/, '')}`, { path });
  } catch (error) {
    commandContext().stderr.write(`The file could not be kept in ${imports.location}: ${reasonOf(error)}\n`);
  }
}
