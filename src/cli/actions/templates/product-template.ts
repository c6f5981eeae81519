import { writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { templateCsv, templateWorkbook } from '#api/services/export/template/template-files.ts';
import { requireNewFile } from '#cli/arguments/file-paths.ts';
import { green, print } from '#cli/output/print.ts';
import { UsageError } from '#cli/process/command.ts';

const writers: Record<string, () => string | Promise<Buffer>> = { '.xlsx': templateWorkbook, '.csv': templateCsv };

/** Writes a sheet to fill in. */
export async function writeTemplate(file: string): Promise<void> {
  const content = writers[extname(file).toLowerCase()];
  if (!content) throw new UsageError('Give a file name that ends with .xlsx or .csv');
  requireNewFile(file);
  await writeFile(file, await content(), { flag: 'wx' });
  print(file, {}, () => green(`${file}: fill in a row for each size, delete the examples, then: store import ${file}`));
}
