import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { removeStaleFiles } from '#api/database/files/stale-files.ts';
import { RestoreRefused, restoreBackup } from '#api/database/maintenance/restore.ts';
import { dim, green, type OutputOptions, print } from '#cli/output/print.ts';
import { CommandFailed } from '#cli/process/errors.ts';
import { explainLockTimeout, withPidFile } from '#cli/process/lock-holder.ts';
import { requireSqlite, resolveDataDir } from '#cli/store/open.ts';

export async function restoreStore(file: string, flags: OutputOptions): Promise<void> {
  requireSqlite('pg_restore');
  if (!existsSync(file)) throw new CommandFailed(`There is no file "${file}"`);
  removeStaleFiles(resolveDataDir());
  const { savedAs: kept, wasDamaged } = await withPidFile(resolveDataDir(), 'restore', () =>
    restoreBackup(file, resolveDataDir()),
  ).catch((error: unknown) => {
    throw error instanceof RestoreRefused ? new CommandFailed(error.message) : explainLockTimeout(error, resolveDataDir());
  });
  const restored = { restored: resolve(file), kept: kept ?? null, ...(wasDamaged && { damaged: true }) };
  const before = wasDamaged ? 'The damaged database is kept in' : 'What it was until now is kept in';
  print(restored, flags, () =>
    [green(`The shop is as it was in ${file}`), ...(kept ? [dim(`${before} ${kept}`)] : [])].join('\n'),
  );
}
