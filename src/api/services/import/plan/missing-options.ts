import { columnNames } from '#api/services/import/read/column-names.ts';
import type { BadRow, ImportedProduct } from '#api/services/import/read/imported-product.ts';
import { OPTION_SEPARATOR } from '#lib/rules/option-texts.ts';
import type { VariantRow } from './plan-variants.ts';

/** How many options a message names. */
const MAX_NAMED = 5;

const countOptions = (variation: string): number => (variation === '' ? 0 : variation.split(OPTION_SEPARATOR).length);

/**
 * The problem of a file without the options of a product that has them, which would otherwise be withdrawn; undefined when there is none. A
 * value "Default Title" says that the product has no options any more.
 */
export function findMissingOption(
  product: ImportedProduct,
  stored: readonly VariantRow[],
): Pick<BadRow, 'column' | 'reason'> | undefined {
  const rows = stored.filter(({ active }) => active === 1).toSorted((a, b) => a.position - b.position);
  const onSale = rows.map(({ product_variation }) => product_variation);
  if (onSale.length === 0) return undefined;
  const known = new Set(onSale.map((variation) => variation.toLowerCase()));
  const fewest = Math.min(...onSale.map(countOptions));
  const missing = product.variants.find(
    ({ variation, lacksOption }) => lacksOption && !known.has(variation.toLowerCase()) && countOptions(variation) < fewest,
  );
  if (!missing) return undefined;
  const names = onSale.slice(0, MAX_NAMED).join(', ');
  const more = onSale.length > MAX_NAMED ? ` and ${onSale.length - MAX_NAMED} more` : '';
  const column = [columnNames.option1, columnNames.option2, columnNames.option3][countOptions(missing.variation)]?.[0];
  return {
    column: column ?? columnNames.option3[0],
    reason: `is required, because "${product.slug}" has options (${names}${more}): give each one a row with its value, or leave the product out of the file`,
  };
}
