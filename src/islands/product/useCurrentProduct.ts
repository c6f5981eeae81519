import { useStore } from '@nanostores/react';
import type { Product } from '#lib/contract/catalogue.ts';
import { isStaticSite } from '#lib/rules/static-site.ts';
import { $currentProduct } from '#lib/state/product/current-product.ts';

const useStoreProduct = (built: Product): Product => useStore($currentProduct, { ssr: 'initial' }) ?? built;

/** The page's product: on a static site as the store has it now, once that is known. */
export const useCurrentProduct: typeof useStoreProduct = isStaticSite ? useStoreProduct : (built) => built;
