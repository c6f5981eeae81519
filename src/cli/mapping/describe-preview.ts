import type { previewTable } from '#api/services/import/mapping/inspect-table.ts';
import type { ImportedProduct, ImportedVariant } from '#api/services/import/read/imported-product.ts';
import { formatCount } from '#cli/output/print.ts';
import { formatPaise } from '#lib/rules/money.ts';

/** How many variants of a product and how many problems are shown. */
const MAX_SHOWN = 4;

const describeVariant = ({ variation, price, mrp = 0, stock }: ImportedVariant): string => {
  const was = mrp > price ? ` of ${formatPaise(mrp)}` : '';
  const count = stock === undefined ? '' : `, ${stock} in stock`;
  return `${variation && `${variation} `}${formatPaise(price)}${was}${count}`;
};

function describeProduct({ name, category, variants, pictures, attributes }: ImportedProduct): string {
  const more = variants.length > MAX_SHOWN ? ` and ${variants.length - MAX_SHOWN} more` : '';
  const facts = (attributes ?? []).map((fact) => `${fact.name}: ${fact.value}`).join(', ');
  return [
    `  ${name}${category ? ` (${category})` : ''}`,
    `    ${variants.slice(0, MAX_SHOWN).map(describeVariant).join(' · ')}${more}`,
    ...(facts ? [`    ${facts}`] : []),
    `    ${pictures.length > 0 ? `Pictures: ${pictures.map(({ source }) => source).join(', ')}` : 'No picture'}`,
  ].join('\n');
}

/** The first products of a table as the shop would have them, and the rows that cannot be read. */
export function describePreview({ products, badRows }: ReturnType<typeof previewTable>): string {
  const bad = badRows.slice(0, MAX_SHOWN).map(({ line, column, reason }) => `  line ${line}, ${column}: ${reason}`);
  const more = badRows.length > MAX_SHOWN ? [`  and ${badRows.length - MAX_SHOWN} more`] : [];
  return [
    'The first products would be:',
    ...products.map(describeProduct),
    ...(bad.length > 0 ? [`${formatCount(badRows.length, 'problem')} in the first rows:`, ...bad, ...more] : []),
  ].join('\n');
}
