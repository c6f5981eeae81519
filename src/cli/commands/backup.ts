import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { databaseFile, mediaFolder } from '#api/database/files/data-folder.ts';
import { writeSnapshot } from '#api/database/maintenance/snapshot.ts';
import { requireNewFile } from '#cli/arguments/files.ts';
import { dim, formatNumber, green, type OutputOptions, print } from '#cli/output/print.ts';
import { requireSqlite, requireStore, resolveDataDir } from '#cli/store/open.ts';

const examples = `
Examples:
  store backup ~/backups/shop-2026-11-20.db

It may run while the shop does; the file is the shop as it was at one moment. It holds the database: products, customers, orders,
settings. The pictures are the folder "media" in DATA_DIR; copy it as well. See also: store restore.`;

async function run(file: string, flags: OutputOptions): Promise<void> {
  requireSqlite('pg_dump');
  const shop = databaseFile(resolveDataDir());
  requireStore(resolveDataDir());
  requireNewFile(file);
  writeSnapshot(shop, file);
  const made = { file: resolve(file), bytes: statSync(file).size, pictures: resolve(mediaFolder(resolveDataDir())) };
  print(made, flags, () =>
    [green(`${file}: ${formatNumber(made.bytes)} bytes`), dim(`The pictures are not in it: they are in ${made.pictures}`)].join(
      '\n',
    ),
  );
}

/** `store backup`: a snapshot of the shop's database. */
export function backupCommand(program: Command): void {
  program
    .command('backup')
    .description('Write a copy of the database to a file, while the shop is open')
    .argument('<file>', 'a file that is not there yet')
    .option('--json', 'print as JSON')
    .addHelpText('after', examples)
    .action(run);
}
