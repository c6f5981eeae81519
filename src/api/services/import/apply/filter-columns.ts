import { fromStoredAttributes } from '#api/services/catalogue/attributes.ts';
import type { PlannedProduct, VariantRow } from '#api/services/import/plan/plan-variants.ts';
import { toFilterValues } from '#lib/rules/product/filter-values.ts';

/** Finds the columns by which a variant of a product is filtered, from its variation. */
function filterColumnsOf({ row }: PlannedProduct) {
  const facts = {
    optionName: row.option_name,
    designLabel: row.design_label,
    attributes: fromStoredAttributes(row.attributes),
  };
  return (variation: string) => toFilterValues(facts, variation);
}

/** The variants that a planned product adds, with the columns by which they are filtered. */
export function addedVariants(planned: PlannedProduct) {
  const columnsOf = filterColumnsOf(planned);
  return planned.variants.added.map((variant) => ({ ...variant, ...columnsOf(variant.product_variation) }));
}

/** The stored variants that change: those that the plan changes, and those whose size or colour follows from a change of the product. */
export function changedVariants(planned: PlannedProduct): VariantRow[] {
  const columnsOf = filterColumnsOf(planned);
  const fill = (variant: VariantRow): VariantRow => ({ ...variant, ...columnsOf(variant.product_variation) });
  const { updated } = planned.variants;
  const written = new Set(updated.map(({ id }) => id));
  const others = planned.variantsBefore.flatMap((variant) => {
    const filled = fill(variant);
    return !written.has(variant.id) && (filled.size !== variant.size || filled.colour !== variant.colour) ? [filled] : [];
  });
  return [...updated.map(fill), ...others];
}
