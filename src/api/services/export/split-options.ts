import { DEFAULT_OPTION } from '#api/services/import/read/column-names.ts';
import { OPTION_SEPARATOR } from '#lib/rules/option-texts.ts';
import type { ExportRow } from './export-catalogue.ts';

/** The most options of a product at Shopify, and of one that is split for WooCommerce. */
export const MAX_OPTIONS = 3;

/** Whether a row has a variant, not only a picture. */
export const isVariantRow = ({ price }: ExportRow): boolean => price !== undefined;

/** The names of a product's options and the values of each variant, split where all variants have as many values as there are names. */
export function splitOptions(rows: readonly ExportRow[]): { names: string[]; values: (row: ExportRow) => string[] } {
  const names = (rows[0]?.option1Name ?? '').split(OPTION_SEPARATOR);
  const split = ({ option1 = '' }: ExportRow): string[] => option1.split(OPTION_SEPARATOR);
  const fits = names.length <= MAX_OPTIONS && rows.filter(isVariantRow).every((row) => split(row).length === names.length);
  if (fits) return { names, values: split };
  return { names: [rows[0]?.option1Name ?? ''], values: ({ option1 = '' }) => [option1] };
}

/** Whether a product has one variant and no choice. */
export const isSimple = (rows: readonly ExportRow[]): boolean =>
  rows.filter(isVariantRow).length === 1 && rows.find(isVariantRow)?.option1 === DEFAULT_OPTION;
