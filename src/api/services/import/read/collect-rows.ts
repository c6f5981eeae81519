import type { FormatRow } from '#api/services/import/formats/format.ts';
import type { ProductCollector } from './product-collector.ts';

/** Gives what a format has read of a file to the collector. */
export function collectRows(collector: ProductCollector, rows: Iterable<FormatRow>, file: string): void {
  for (const row of rows) {
    const at = { file, line: row.line };
    if ('problem' in row) collector.addUnusableRow(at, row.column, row.problem, row.value);
    else if ('leftOut' in row) collector.addLeftOutRow(at, row.leftOut);
    else collector.add(row, at);
  }
}
