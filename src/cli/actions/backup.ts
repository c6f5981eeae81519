import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { databaseFile, mediaFolder } from '#api/database/files/data-folder.ts';
import { writeSnapshot } from '#api/database/maintenance/snapshot.ts';
import { requireNewFile } from '#cli/arguments/files.ts';
import { dim, formatNumber, green, type OutputOptions, print } from '#cli/output/print.ts';
import { requireSqlite, requireStore, resolveDataDir } from '#cli/store/open.ts';

export async function backUp(file: string, flags: OutputOptions): Promise<void> {
  requireSqlite('pg_dump');
  const database = databaseFile(resolveDataDir());
  requireStore(resolveDataDir());
  requireNewFile(file);
  writeSnapshot(database, file);
  const summary = { file: resolve(file), bytes: statSync(file).size, pictures: resolve(mediaFolder(resolveDataDir())) };
  print(summary, flags, () =>
    [
      green(`${file}: ${formatNumber(summary.bytes)} bytes`),
      dim(`Pictures are not included: they are in ${summary.pictures}`),
    ].join('\n'),
  );
}
