import type { Product } from '#lib/contract/catalogue.ts';
import { foldName } from '#lib/rules/text.ts';

/** The brand that a card of a product says in a list of this shop; '' for the shop's own, and in a list that says none. */
export const brandOf = ({ brand = '' }: Product, shop: string | undefined): string =>
  shop === undefined || foldName(brand) === foldName(shop) ? '' : brand;
