import type { HomeSection, StoreSettings } from '#lib/contract/store.ts';
import { shippingPromise } from '#lib/rules/charge-texts.ts';
import { toCharges } from '#lib/rules/charges.ts';
import { DEFAULT_CATEGORY, defaultHomeSections } from '#lib/rules/store-defaults.ts';
import type { ShopFacts } from './shop-facts.ts';

/** Sub-categories that the sentence names. */
const MAX_NAMED = 3;

/** Longer names are left out of the sentence, in characters. */
const MAX_NAME_LENGTH = 24;

/** One sentence about the shop: the owner's, else its largest sub-categories, else what shipping costs. */
function describeShop({ tagline, shipping }: StoreSettings, largest: readonly string[]): string {
  if (tagline) return tagline;
  const names = largest.filter((name) => name !== DEFAULT_CATEGORY && name.length <= MAX_NAME_LENGTH);
  const named = names.slice(0, MAX_NAMED);
  if (named.length === 0) return `${shippingPromise(toCharges(shipping))}.`;
  const rest = largest.length > named.length ? [...named, 'more'] : named;
  return `Shop ${new Intl.ListFormat('en-GB').format(rest)} online.`;
}

/**
 * The home page of a shop whose owner has not arranged one: its name, one sentence and its best picture, the sub-categories where there are
 * several, and the newest products. A shop without products has the default sections.
 */
export function buildFront(settings: StoreSettings, { largestCategories, frontPicture }: ShopFacts): HomeSection[] {
  if (largestCategories.length === 0) return defaultHomeSections;
  const slide = {
    image: frontPicture,
    heading: settings.store_name,
    text: describeShop(settings, largestCategories),
    link: '/shop',
    link_text: 'Shop all products',
  };
  const sections = defaultHomeSections.filter(({ type }) => type !== 'categories' || largestCategories.length > 1);
  return [{ type: 'banner', slides: [slide] }, ...sections];
}
