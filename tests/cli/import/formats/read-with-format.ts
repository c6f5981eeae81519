import type { FormatProblem, ImportRow } from '#api/services/import/formats/format.ts';
import { recogniseFormat } from '#api/services/import/formats/recognise-format.ts';
import type { Cells } from '#api/services/import/read/match-columns.ts';

/** What a format makes of a table whose first row is the header: cells that are filled, or a problem. */
export type ReadRow = Partial<Cells> &
  Partial<Pick<ImportRow, 'line' | 'morePictures' | 'isProductOnly' | 'isContinued'>> &
  Partial<FormatProblem>;

/** Reads a table by the format that its column names show. */
export function readWithFormat(table: readonly (readonly string[])[]): { format: string; rows: ReadRow[]; unread: string[] } {
  const [header = [], ...lines] = table;
  const format = recogniseFormat(header);
  if (!format) throw new Error(`no format for ${header.join()}`);
  const reader = format.open(header);
  const found = [
    ...lines.flatMap((cells, index) => [...reader.read({ line: index + 2, cells: [...cells] })]),
    ...(reader.finish?.() ?? []),
  ];
  const rows = found.map((row): ReadRow => {
    if (!('cells' in row)) return row;
    const { cells, columns: _, morePictures, ...rest } = row;
    const filled = Object.entries(cells).filter(([, cell]) => cell !== '');
    return { ...rest, ...(morePictures?.length && { morePictures }), ...(Object.fromEntries(filled) as Partial<Cells>) };
  });
  return { format: format.name, rows, unread: reader.unread() };
}

/** A table of these columns, from rows that name only the cells that they have. */
export function tableOf(header: readonly string[], rows: readonly Record<string, string>[]): string[][] {
  const unknown = rows.flatMap((row) => Object.keys(row)).filter((name) => !header.includes(name));
  if (unknown.length > 0) throw new Error(`no column ${unknown.join()}`);
  return [[...header], ...rows.map((row) => header.map((name) => row[name] ?? ''))];
}
