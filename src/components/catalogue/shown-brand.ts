import type { Product } from '#lib/contract/catalogue.ts';
import { foldName } from '#lib/rules/text.ts';

/** The brand to show on a card: none that is the shop's own name. */
export const shownBrand = ({ brand = '' }: Product, shop: string): string => (foldName(brand) === foldName(shop) ? '' : brand);
