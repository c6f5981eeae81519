import type { VariantPlan, VariantRow } from './plan-variants.ts';
import type { ProductRow } from './read-stored-products.ts';

export interface PlannedProduct {
  before: ProductRow | undefined;
  row: Omit<ProductRow, 'id'>;
  variantsBefore: readonly VariantRow[];
  variants: VariantPlan;
  /** Its former slugs, if the file names any. */
  oldSlugs?: string[] | undefined;
  /** Addresses of its page in a former shop, if the file names any. */
  oldAddresses?: string[] | undefined;
  /** Whether it has just got its slug, which is a change of its own. */
  isRenamed?: boolean;
}
