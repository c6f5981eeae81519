import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { databaseFile } from '#api/database/files/data-folder.ts';
import { writeSnapshot } from '#api/database/sqlite/snapshot.ts';
import { indexFiles, type StoredFile } from '#api/services/storage/file-storage.ts';
import { requireNewFile } from '#cli/arguments/file-paths.ts';
import { dim, formatBytes, formatCount, formatTable, green, type OutputOptions, print } from '#cli/output/print.ts';
import { CommandFailed, resolveDataDir, UsageError } from '#cli/process/command.ts';
import { openFiles, requireSqlite, requireStore } from '#cli/store/open-store.ts';
import { isRemoteFile, openRemoteFile, type RemoteFile } from '#cli/store/remote-files.ts';
import { withTemporaryFolder } from '#cli/store/write-atomically.ts';
import { formatNumber } from '#lib/rules/text.ts';

interface BackupFlags extends OutputOptions {
  toMedia?: boolean;
  keep?: number;
  list?: boolean;
}

/** Name of a backup in the shop's storage; sorts by time. */
const nameOfBackup = (now: Date): string => `shop-${now.toISOString().replace(/[:.]/g, '')}.db`;

export async function listBackups(): Promise<StoredFile[]> {
  const files = [...(await indexFiles((await openFiles()).backups)).values()];
  return files.filter(({ name }) => name.endsWith('.db')).sort((a, b) => (a.name < b.name ? 1 : -1));
}

/** Uploads a snapshot, and checks the size of what has arrived. */
async function upload({ storage, name }: RemoteFile): Promise<number> {
  if (await storage.head(name))
    throw new CommandFailed(`"${name}" already exists in ${storage.location}; choose another file name`);
  return withTemporaryFolder(resolveDataDir(), async (folder) => {
    const path = join(folder, 'shop.db');
    writeSnapshot(databaseFile(resolveDataDir()), path);
    const { size } = statSync(path);
    await storage.put(name, { path });
    if ((await storage.head(name))?.bytes !== size)
      throw new CommandFailed(`"${name}" did not arrive whole in ${storage.location}`);
    return size;
  });
}

/** Deletes the oldest backups that `backup --to-media` has written, but the newest `keep`. Returns their number. */
async function removeOld(keep: number): Promise<number> {
  const { backups } = await openFiles();
  const old = (await listBackups()).filter(({ name }) => /^shop-[\dT-]+Z\.db$/.test(name)).slice(keep);
  for (const { name } of old) await backups.delete(name);
  return old.length;
}

async function printBackups(flags: OutputOptions): Promise<void> {
  const { location } = (await openFiles()).backups;
  const files = (await listBackups()).map(({ name, bytes, modified }) => ({ name, bytes, modified: modified.toISOString() }));
  print(files, flags, () => {
    if (files.length === 0) return `There are no backups in ${location}`;
    const rows = files.map(({ name, bytes, modified }) => ({ name, size: formatBytes(bytes), modified }));
    return `${formatTable(rows, ['size'])}\n${dim(`in ${location}`)}`;
  });
}

export async function backUp(file: string | undefined, { toMedia, keep, list, ...flags }: BackupFlags): Promise<void> {
  if (list) return printBackups(flags);
  if ((file === undefined) !== (toMedia === true)) throw new UsageError('Give a file, an s3:// URL or --to-media');
  if (keep !== undefined && !toMedia) throw new UsageError('--keep is for backups with --to-media');
  requireSqlite('pg_dump');
  requireStore(resolveDataDir());
  const {
    pictures: { location: pictures },
    backups,
  } = await openFiles();
  if (file !== undefined && !isRemoteFile(file)) {
    requireNewFile(file);
    writeSnapshot(databaseFile(resolveDataDir()), file);
    return report({ file: resolve(file), bytes: statSync(file).size, pictures }, file, flags);
  }
  const target = file === undefined ? { storage: backups, name: nameOfBackup(new Date()) } : await openRemoteFile(file);
  const bytes = await upload(target);
  const name = `${target.storage.location}/${target.name}`;
  const old = toMedia && keep !== undefined && { removed: await removeOld(keep) };
  report({ file: name, bytes, pictures, ...old }, name, flags);
}

interface BackupSummary {
  file: string;
  bytes: number;
  /** Where the pictures are, which a backup does not contain. */
  pictures: string;
  removed?: number;
}

function report(summary: BackupSummary, name: string, flags: OutputOptions): void {
  const { bytes, pictures, removed } = summary;
  print(summary, flags, () =>
    [
      green(`${name}: ${formatNumber(bytes)} bytes`),
      ...(removed ? [`${formatCount(removed, 'older backup')} deleted`] : []),
      dim(`Pictures are not included: they are in ${pictures}`),
    ].join('\n'),
  );
}
