import type { RowError } from '#api/services/import/read/imported-product.ts';
import { NoCsv } from '#api/services/import/tables/detect-encoding.ts';
import { MalformedCsv } from '#api/services/import/tables/read-csv.ts';
import { formatCount } from '#cli/output/print.ts';
import { CommandFailed } from '#cli/process/command.ts';
import { requireFile } from './file-paths.ts';

/** Errors of a file that are shown; the others are counted. */
const MAX_SHOWN_ERRORS = 20;

/** What reads a file, whose failures then name the file. Throws `CommandFailed`. */
export const readNamed = <Content>(file: string, reading: Promise<Content>): Promise<Content> =>
  reading.catch((error: unknown) => {
    if (error instanceof MalformedCsv) throw new CommandFailed(`${file}, line ${error.line}: ${error.message}`);
    if (error instanceof NoCsv) throw new CommandFailed(`${file} ${error.message}`);
    throw error;
  });

/** Reads a file whose rows must all be right. Throws `CommandFailed` with every row that is wrong. */
export async function readRowsOfFile<Content extends { errors: RowError[] }>(
  file: string,
  read: (file: string) => Promise<Content>,
): Promise<Content> {
  requireFile(file);
  const content = await readNamed(file, read(file));
  if (content.errors.length === 0) return content;
  const shown = content.errors
    .slice(0, MAX_SHOWN_ERRORS)
    .map(({ line, column, reason }) => `  line ${line}: ${column} ${reason}`);
  const others = content.errors.length - shown.length;
  const rest = others > 0 ? [`  and ${formatCount(others, 'more')}`] : [];
  throw new CommandFailed(['Nothing was changed:', ...shown, ...rest].join('\n'));
}
