import { mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { reasonOf } from '#api/database/errors/store-errors.ts';
import { downloadTable } from '#api/services/import/tables/download-table.ts';
import { isPacked } from '#api/services/import/tables/read-table.ts';
import { unpackShop } from '#api/services/import/tables/unpack-shop.ts';
import type { FileStorage } from '#api/services/storage/file-storage.ts';
import { requireFile } from '#cli/arguments/file-paths.ts';
import { readNamed } from '#cli/arguments/rows-of-file.ts';
import { CommandFailed, commandContext, resolveDataDir } from '#cli/process/command.ts';
import { withTemporaryFolder } from '#cli/store/write-atomically.ts';
import { download, isRemoteFile, openRemoteFile } from './remote-files.ts';

/** The files of an import on this machine, and the folder of the pictures that were packed with them. */
type Work<Result> = (paths: string[], pictures: string | undefined) => Promise<Result>;

const isWebFile = (text: string): boolean => /^https?:\/\//i.test(text);

/** Throws `CommandFailed` unless `path` is a file that can be read. */
const requireTable = (path: string): void =>
  requireFile(
    path,
    `name the CSV, xlsx or ods file with the products. A folder of their pictures is named with --pictures "${path}"`,
  );

/** Downloads the table at a web address. Throws `CommandFailed`. */
async function downloadFromWeb(address: string, folder: string): Promise<string> {
  if (/^http:/i.test(address))
    throw new CommandFailed(`${address} is not safe from changes on its way: use its address with https://`);
  return readNamed(address, downloadTable(address, folder));
}

/**
 * Runs `work` with the paths of an import's files. Those at an `s3://` or `https://` URL are downloaded for it, and those packed with pictures are unpacked;
 * both are deleted afterwards.
 */
export async function withImportFiles<Result>(files: readonly string[], work: Work<Result>): Promise<Result> {
  const isElsewhere = (file: string): boolean => isRemoteFile(file) || isWebFile(file);
  files.filter((file) => !isElsewhere(file)).forEach(requireTable);
  const isLocal = await Promise.all(files.map(async (file) => !isElsewhere(file) && !(await isPacked(file))));
  if (isLocal.every(Boolean)) return work([...files], undefined);
  return withTemporaryFolder(resolveDataDir(), async (folder) => {
    const paths: string[] = [];
    const pictures: string[] = [];
    for (const [index, file] of files.entries()) {
      // Files of the same name have folders of their own.
      const target = join(folder, String(index));
      mkdirSync(target);
      const path = isWebFile(file)
        ? await downloadFromWeb(file, target)
        : isRemoteFile(file)
          ? await download(await openRemoteFile(file), target)
          : file;
      const unpacked = await readNamed(path, unpackShop(path, join(target, 'unpacked')));
      paths.push(unpacked?.table ?? path);
      if (unpacked?.pictures) pictures.push(unpacked.pictures);
    }
    if (pictures.length > 1) throw new CommandFailed('Import one packed file with pictures at a time');
    return work(paths, pictures[0]);
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
