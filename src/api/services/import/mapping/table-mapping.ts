import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { parseJson } from '#lib/rules/text.ts';
import { isManyTarget, type Target, targetNames } from './targets.ts';

const tableMapping = z.object({
  /** What each column of the table is, in its order; "ignored" for none. */
  columns: z.array(z.object({ column: z.string(), is: z.enum(['ignored', ...targetNames]) })),
  /** Columns whose empty cells mean the cell above, as in merged cells. */
  fillDown: z.array(z.string()),
  /** Whether a row with one cell only is the category of the rows below. */
  hasHeadings: z.boolean(),
  /** Whether rows with the same name are one product, or rows with the same code. */
  productsBy: z.enum(['name', 'code']),
});

/** How a table of an owner's own columns is read: what its columns are, and how its rows make products. */
export type TableMapping = z.output<typeof tableMapping>;

/** The columns that are this, in the table's order. */
export const columnsOf = ({ columns }: TableMapping, target: Target): string[] =>
  columns.flatMap(({ column, is }) => (is === target ? [column] : []));

/** Whether a price is in the table, in a column of its own or in those of sizes. */
export const hasPrice = (mapping: TableMapping): boolean =>
  columnsOf(mapping, 'price').length + columnsOf(mapping, 'sizeprice').length > 0;

/** What a mapping lacks before it can be used, as a sentence; undefined when nothing. */
export function findMappingProblem(mapping: TableMapping): string | undefined {
  const missing = [...(columnsOf(mapping, 'name').length === 0 ? ['the name'] : []), ...(hasPrice(mapping) ? [] : ['the price'])];
  if (missing.length > 0) return `No column is ${missing.join(' or ')} of a product.`;
  const twice = targetNames.find((target) => !isManyTarget(target) && columnsOf(mapping, target).length > 1);
  return twice && `Two columns are the same: ${columnsOf(mapping, twice).join(' and ')}.`;
}

/** Parses a mapping file; undefined when the text is none. */
export function parseMapping(text: string): TableMapping | undefined {
  const parsed = tableMapping.safeParse(parseJson(text));
  return parsed.success ? parsed.data : undefined;
}

/** Characters of a fingerprint. */
const FINGERPRINT_LENGTH = 16;

/** Identifies tables with the same columns, regardless of case and of white space. */
export const fingerprintOf = (header: readonly string[]): string =>
  createHash('sha256')
    .update(header.map((name) => name.trim().replace(/\s+/g, ' ').toLowerCase()).join('\n'))
    .digest('hex')
    .slice(0, FINGERPRINT_LENGTH);
