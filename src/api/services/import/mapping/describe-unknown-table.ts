import { describeOtherFile, isOtherSystem } from '#api/services/import/formats/describe-other-file.ts';
import { Columns } from '#api/services/import/read/match-columns.ts';
import type { Table } from './find-header.ts';
import { guessMapping } from './guess-mapping.ts';
import { findMappingProblem, type TableMapping } from './table-mapping.ts';
import { targets } from './targets.ts';

/** What the columns are that are read, as in ""Rate" → Price, "Photo" → Picture". */
export const describeMapping = ({ columns }: TableMapping): string =>
  columns.flatMap(({ column, is }) => (is === 'ignored' ? [] : [`"${column}" → ${targets[is].label}`])).join(', ');

/** Why a file of no known format is not imported, and what to do: a column, and the end of a sentence that starts with it. */
export function describeUnknownTable(table: Table): { column: string; reason: string } {
  const { mapping } = guessMapping(table);
  if (isOtherSystem(table.header) || findMappingProblem(mapping))
    return {
      column: new Columns(table.header).missing().join(', '),
      reason: `must be among the columns: ${describeOtherFile(table.header)}, or run it again with --map and say what each column is`,
    };
  return {
    column: 'columns',
    reason: `are of no known system, but look like ${describeMapping(mapping)}. Run it again with --map to check and import`,
  };
}
