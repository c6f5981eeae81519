import { fitsAttribute, mergeFacts } from '#api/services/catalogue/attributes.ts';
import type { Column } from '#api/services/import/read/column-names.ts';
import type { ImportedProduct } from '#api/services/import/read/imported-product.ts';
import { fitsProduct } from '#api/services/import/read/slugs.ts';
import type { CatalogueRow } from '#api/services/import/read/validate-row.ts';
import { MAX_ATTRIBUTES } from '#lib/contract/limits.ts';

/** What was left out of products, for the notes of the summary. */
export interface LeftOutTexts {
  /** Facts that are too long, or too many. */
  facts: number;
  /** Related products that neither the files nor the shop have. */
  related: number;
}

type ProductTexts = Pick<ImportedProduct, 'attributes' | 'facts' | 'seoTitle' | 'seoDescription' | 'related' | 'oldAddresses'>;

/** Facts of columns of their own as far as they fit beside `others`, which the column of all facts has. */
function limitFacts(row: CatalogueRow, others: number, leftOut: LeftOutTexts): CatalogueRow['facts'] {
  const known = new Set(row.attributes.map(({ name }) => name.toLowerCase()));
  const fitting = row.facts.filter((fact) => fitsAttribute(fact) && !(others > 0 && known.has(fact.name.toLowerCase())));
  leftOut.facts += row.facts.filter((fact) => !fitsAttribute(fact)).length;
  let room = MAX_ATTRIBUTES - others;
  return fitting.filter(({ value }) => {
    if (value === '') return true;
    if (room <= 0) leftOut.facts++;
    return room-- > 0;
  });
}

/** The facts and texts of a product's first row; what the file does not have is undefined. Adds to `leftOut`. */
export function readProductTexts(
  row: CatalogueRow,
  columns: { has(column: Column): boolean },
  leftOut: LeftOutTexts,
): ProductTexts {
  const hasAll = columns.has('attributes');
  const facts = limitFacts(row, hasAll ? row.attributes.length : 0, leftOut);
  const oldAddresses = row.oldAddresses.filter((address) => address !== '');
  return {
    attributes: hasAll ? mergeFacts(row.attributes, facts) : undefined,
    facts: hasAll || facts.length === 0 ? undefined : facts,
    seoTitle: columns.has('seoTitle') ? row.seoTitle || null : undefined,
    seoDescription: columns.has('seoDescription') ? row.seoDescription || null : undefined,
    related: columns.has('related') ? row.related.filter((slug) => slug !== row.handle && fitsProduct(slug)) : undefined,
    ...(oldAddresses.length > 0 && { oldAddresses }),
  };
}
