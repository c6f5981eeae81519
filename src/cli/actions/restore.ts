import { resolve } from 'node:path';
import { removeStaleFiles } from '#api/database/files/stale-files.ts';
import { RestoreRefused, restoreBackup } from '#api/database/maintenance/restore.ts';
import { requireFile } from '#cli/arguments/files.ts';
import { dim, green, type OutputOptions, print } from '#cli/output/print.ts';
import { CommandFailed } from '#cli/process/errors.ts';
import { explainLockTimeout, withPidFile } from '#cli/process/lock-holder.ts';
import { requireSqlite, resolveDataDir } from '#cli/store/open.ts';

export async function restoreStore(file: string, flags: OutputOptions): Promise<void> {
  requireSqlite('pg_restore');
  requireFile(file);
  removeStaleFiles(resolveDataDir());
  const { savedAs: kept, wasDamaged } = await withPidFile(resolveDataDir(), 'restore', () =>
    restoreBackup(file, resolveDataDir()),
  ).catch((error: unknown) => {
    throw error instanceof RestoreRefused ? new CommandFailed(error.message) : explainLockTimeout(error, resolveDataDir());
  });
  const restored = { restored: resolve(file), kept: kept ?? null, ...(wasDamaged && { damaged: true }) };
  const before = wasDamaged ? 'The damaged database is kept in' : 'The previous database is kept in';
  print(restored, flags, () =>
    [green(`The shop was restored from ${file}`), ...(kept ? [dim(`${before} ${kept}`)] : [])].join('\n'),
  );
}
