import * as z from 'zod/mini';
import { bumpRevision } from '#api/database/catalogue-revision.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import { findProductsBySlug } from '#api/services/catalogue/read-products.ts';
import { findProducts } from '#api/services/products/products.ts';
import type { HighestShipping } from '#api/services/shipping/shipping-rule.ts';
import type { Product } from '#lib/contract/catalogue.ts';
import { PRODUCTS_PER_PAGE } from '#lib/contract/limits.ts';
import { type HomeSection, homeSection, type StoreSettings } from '#lib/contract/store.ts';
import { LANGUAGE } from '#lib/contract/text/language.ts';
import { t } from '#lib/contract/text/t.ts';
import { shippingPromise } from '#lib/rules/charge-texts.ts';
import { toCharges } from '#lib/rules/charges.ts';
import { STORE_KEY } from '#lib/rules/http/surrogate-keys.ts';
import { DEFAULT_CATEGORY, defaultHomeSections } from '#lib/rules/store-defaults.ts';
import { readShownSettings, UNARRANGED_HOME } from './settings.ts';
import { readShopFacts, type ShopFacts } from './shop-facts.ts';

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
  const rest = largest.length > named.length ? [...named, t('more')] : named;
  return t('Shop {categories} online.', { categories: new Intl.ListFormat(LANGUAGE).format(rest) });
}

/**
 * The home page of a shop whose owner has not arranged one: the sub-categories where there are several, its name, one sentence and its
 * best picture, and the newest products. A shop without products has the default sections.
 */
function buildFront(settings: StoreSettings, { largestCategories, frontPicture }: ShopFacts): HomeSection[] {
  if (largestCategories.length === 0) return defaultHomeSections;
  const slide = {
    image: frontPicture,
    heading: settings.store_name,
    text: describeShop(settings, largestCategories),
    link: '/shop',
    link_text: t('Shop all products'),
  };
  const isCategories = ({ type }: HomeSection): boolean => type === 'categories';
  return [
    ...(largestCategories.length > 1 ? defaultHomeSections.filter(isCategories) : []),
    { type: 'banner', slides: [slide] },
    ...defaultHomeSections.filter((section) => !isCategories(section)),
  ];
}

const DEFAULT_PRODUCTS = 8;

/** A products section as configured by the owner: a query for products. `slugs` takes precedence over `search`, then `sub_category`. */
const storedProducts = z.object({
  type: z.literal('products'),
  title: z.string(),
  link: z.optional(z.string()),
  sub_category: z.optional(z.string()),
  search: z.optional(z.string()),
  slugs: z.optional(z.array(z.string())),
  limit: z.optional(z.int().check(z.minimum(1), z.maximum(PRODUCTS_PER_PAGE))),
});

const storedSection = z.union([storedProducts, homeSection]);
export type StoredSection = z.output<typeof storedSection>;

/** The owner's home page, section by section. */
export const storedSections = z.array(storedSection);

async function readSectionProducts(db: Db, section: z.output<typeof storedProducts>): Promise<Product[]> {
  const limit = section.limit ?? DEFAULT_PRODUCTS;
  if (section.slugs) return (await findProductsBySlug(db, section.slugs)).slice(0, limit);
  const { data } = await findProducts(db, { search: section.search, sub_category: section.sub_category });
  return data.slice(0, limit);
}

/** The sections as the owner has arranged them; undefined when that is not done, as in a shop that was just imported. */
async function readArrangedSections(db: Db): Promise<StoredSection[] | undefined> {
  const row = await db.selectFrom('store').select('home_sections').executeTakeFirst();
  if (!row || row.home_sections === UNARRANGED_HOME) return undefined;
  const sections = storedSections.parse(JSON.parse(row.home_sections));
  return sections.length > 0 ? sections : undefined;
}

/** The sections of the home page as stored: those that the owner has arranged, else a front made from the shop, with the charges of its rule. */
export const readStoredSections = async (db: Db, ofRule?: HighestShipping): Promise<StoredSection[]> =>
  (await readArrangedSections(db)) ?? buildFront(await readShownSettings(db, ofRule), await readShopFacts(db));

/** The sections of the home page in display order, with their products. A products section without any is left out. */
export async function readHomeSections(db: Db, ofRule?: HighestShipping): Promise<HomeSection[]> {
  const sections: HomeSection[] = [];
  for (const section of await readStoredSections(db, ofRule)) {
    if (section.type !== 'products') sections.push(section);
    else {
      const products = await readSectionProducts(db, section);
      if (products.length > 0) sections.push({ type: 'products', title: section.title, products, link: section.link });
    }
  }
  return sections;
}

/** Replaces the home page; without sections, it is made from the shop again. Expects saved settings, which create the store's row. */
export async function saveHomeSections(tx: Tx, sections: StoredSection[]): Promise<void> {
  await tx
    .updateTable('store')
    .set({ home_sections: JSON.stringify(storedSections.parse(sections)) })
    .executeTakeFirstOrThrow();
  await bumpRevision(tx, [STORE_KEY]);
}
