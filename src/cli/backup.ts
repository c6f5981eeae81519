import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { databaseFile } from '#api/database/open.ts';
import { snapshot } from '#api/database/sqlite/backup.ts';
import { refuseAsNewFile } from './files.ts';
import { faint, good, number, type OutputOptions, print } from './output.ts';
import { dataFolder, refuseOnPostgres, refuseWithoutShop } from './shop.ts';

const examples = `
Examples:
  store backup ~/backups/shop-2026-11-20.db

It may run while the shop does; the file is the shop as it was at one moment. It holds the database: products, customers, orders,
settings. The pictures are the folder "media" in DATA_DIR; copy it as well. See also: store restore.`;

async function run(file: string, flags: OutputOptions): Promise<void> {
  refuseOnPostgres('pg_dump');
  const shop = databaseFile(dataFolder());
  refuseWithoutShop(dataFolder());
  refuseAsNewFile(file);
  snapshot(shop, file);
  const made = { file: resolve(file), bytes: statSync(file).size, pictures: resolve(join(dataFolder(), 'media')) };
  print(made, flags, () =>
    [good(`${file}: ${number(made.bytes)} bytes`), faint(`The pictures are not in it: they are in ${made.pictures}`)].join('\n'),
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
