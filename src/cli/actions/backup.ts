import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { databaseFile } from '#api/database/files/data-folder.ts';
import { writeSnapshot } from '#api/database/maintenance/snapshot.ts';
import { requireNewFile } from '#cli/arguments/files.ts';
import { dim, formatNumber, green, type OutputOptions, print } from '#cli/output/print.ts';
import { requireSqlite, requireStore, resolveDataDir } from '#cli/store/open.ts';

export async function backUp(file: string, flags: OutputOptions): Promise<void> {
  requireSqlite('pg_dump');
  const shop = databaseFile(resolveDataDir());
  requireStore(resolveDataDir());
  requireNewFile(file);
  writeSnapshot(shop, file);
  const made = { file: resolve(file), bytes: statSync(file).size, pictures: resolve(join(resolveDataDir(), 'media')) };
  print(made, flags, () =>
    [green(`${file}: ${formatNumber(made.bytes)} bytes`), dim(`The pictures are not in it: they are in ${made.pictures}`)].join(
      '\n',
    ),
  );
}
