import { resolve } from 'node:path';
import { removeStaleFiles } from '#api/database/files/stale-files.ts';
import { RestoreRefused, restoreBackup } from '#api/database/maintenance/restore.ts';
import type { ReplacedDatabase } from '#api/database/maintenance/save-replaced-database.ts';
import { requireFile } from '#cli/arguments/file-paths.ts';
import { dim, green, type OutputOptions, print } from '#cli/output/print.ts';
import { CommandFailed, resolveDataDir, UsageError } from '#cli/process/command.ts';
import { explainLockTimeout, withPidFile } from '#cli/process/lock-holder.ts';
import { openFiles, requireSqlite } from '#cli/store/open-store.ts';
import { download, isRemoteFile, openRemoteFile, type RemoteFile } from '#cli/store/remote-files.ts';
import { withTemporaryFolder } from '#cli/store/write-atomically.ts';
import { listBackups } from './backup.ts';

interface RestoreFlags extends OutputOptions {
  fromMedia?: boolean;
}

/** The backup of this name in the shop's storage; the newest without a name. Throws `CommandFailed` when there is none. */
async function findBackup(name: string | undefined): Promise<RemoteFile> {
  const storage = (await openFiles()).backups;
  const found = name ?? (await listBackups())[0]?.name;
  if (found === undefined) throw new CommandFailed(`There are no backups in ${storage.location}`);
  return { storage, name: found };
}

/** Restores a local file; `shown` names it in messages. */
const restoreFile = (file: string, shown: string): Promise<ReplacedDatabase> =>
  withPidFile(resolveDataDir(), 'restore', () => restoreBackup(file, resolveDataDir())).catch((error: unknown) => {
    if (error instanceof RestoreRefused) throw new CommandFailed(error.message.replace(file, shown));
    throw explainLockTimeout(error, resolveDataDir());
  });

export async function restoreStore(file: string | undefined, { fromMedia, ...flags }: RestoreFlags): Promise<void> {
  requireSqlite('pg_restore');
  if (file === undefined && !fromMedia) throw new UsageError('Give a file, an s3:// URL or --from-media');
  removeStaleFiles(resolveDataDir());
  const remote = fromMedia ? await findBackup(file) : file && isRemoteFile(file) ? await openRemoteFile(file) : undefined;
  if (!remote) {
    const path = file ?? '';
    requireFile(path);
    return report(await restoreFile(path, path), resolve(path), path, flags);
  }
  const shown = `${remote.storage.location}/${remote.name}`;
  const result = await withTemporaryFolder(resolveDataDir(), async (folder) =>
    restoreFile(await download(remote, folder), shown),
  );
  report(result, shown, shown, flags);
}

function report({ savedAs: kept, wasDamaged }: ReplacedDatabase, restored: string, shown: string, flags: OutputOptions): void {
  const before = wasDamaged ? 'The damaged database is kept in' : 'The previous database is kept in';
  print({ restored, kept: kept ?? null, ...(wasDamaged && { damaged: true }) }, flags, () =>
    [green(`The shop was restored from ${shown}`), ...(kept ? [dim(`${before} ${kept}`)] : [])].join('\n'),
  );
}
