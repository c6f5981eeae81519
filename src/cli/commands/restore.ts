import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { removeStaleFiles } from '#api/database/files/stale-files.ts';
import { RestoreRefused, restoreBackup } from '#api/database/maintenance/restore.ts';
import { dim, green, type OutputOptions, print } from '#cli/output/print.ts';
import { CommandFailed } from '#cli/process/errors.ts';
import { explainLockTimeout, withPidFile } from '#cli/process/lock-holder.ts';
import { requireSqlite, resolveDataDir } from '#cli/store/open.ts';

const examples = `
Examples:
  store restore ~/backups/shop-2026-11-20.db

It may run while the shop does; orders placed since the backup are then only in the file that is kept. The shop as it is now is kept
beside the database first, be it damaged. The pictures are the folder "media" in DATA_DIR; put its copy back as well.`;

async function run(file: string, flags: OutputOptions): Promise<void> {
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

/** `store restore`: makes the shop what a backup holds. */
export function restoreCommand(program: Command): void {
  program
    .command('restore')
    .description('Make the shop what a backup holds; what it is now is kept beside it')
    .argument('<file>', 'a file that "store backup" wrote')
    .option('--json', 'print as JSON')
    .addHelpText('after', examples)
    .action(run);
}
