import { readAssortmentRevision } from '#api/database/catalogue-revision.ts';
import type { Db } from '#api/database/schema/engine.ts';
import { cacheByRevision } from '#api/services/catalogue/revision-cache.ts';
import { listSubCategories } from '#api/services/catalogue/sub-categories.ts';
import { searchCatalogue } from '#api/services/search/search.ts';
import { chooseRatio, type PictureRatio } from '#lib/rules/pictures/ratio.ts';
import { parsePicture, splitPictures } from '#lib/rules/pictures/reference.ts';
import { popularTerms } from '#lib/rules/popular-terms.ts';
import { foldName } from '#lib/rules/text/fold-name.ts';

/** What follows from a shop's products, until the owner decides otherwise. */
export interface ShopFacts {
  searchTerms: string[];
  pictureRatio: PictureRatio;
  /** Names of the sub-categories, those with most products first. */
  largestCategories: string[];
  /** The picture for the top of the home page; '' without any. */
  frontPicture: string;
}

/** Products whose first pictures decide. */
const MAX_PRODUCTS = 1000;

/** Longer names of sub-categories are no search terms, in characters. */
const MAX_TERM_LENGTH = 40;

/** A picture of this width fills the top of the home page on a wide screen, in pixels. */
const FRONT_WIDTH = 800;

async function readLargestCategories(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('product')
    .innerJoin('sub_category', 'sub_category.id', 'product.sub_category_id')
    .select(({ fn }) => ['sub_category.id', 'sub_category.name', fn.countAll<number>().as('products')])
    .where('product.active', '=', 1)
    .groupBy(['sub_category.id', 'sub_category.name', 'sub_category.position'])
    .orderBy('products', 'desc')
    .orderBy('sub_category.position')
    .orderBy('sub_category.id')
    .execute();
  return rows.map(({ name }) => name);
}

/** The first pictures of the newest products on sale. */
async function readFirstPictures(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('product')
    .select('pictures')
    .where('active', '=', 1)
    .orderBy('id', 'desc')
    .limit(MAX_PRODUCTS)
    .execute();
  return rows.flatMap(({ pictures }) => splitPictures(pictures).slice(0, 1));
}

/** The common terms; one that finds nothing in this shop gives way to a sub-category. All of them while there are no products. */
async function chooseSearchTerms(db: Db, categories: readonly string[]): Promise<string[]> {
  if (categories.length === 0) return [...popularTerms];
  const found = await Promise.all(popularTerms.map(async (term) => (await searchCatalogue(db, term)).data.length > 0));
  const used = new Set(popularTerms.filter((_, i) => found[i]).map((term) => foldName(term)));
  const others = categories.filter((name) => name.length <= MAX_TERM_LENGTH && !used.has(foldName(name)));
  return popularTerms.flatMap((term, i) => (found[i] ? [term] : others.splice(0, 1)));
}

/** The picture of the largest sub-category that has a large one, else any picture. */
function chooseFrontPicture(
  largest: readonly string[],
  images: ReadonlyMap<string, string>,
  pictures: readonly string[],
): string {
  const candidates = [...largest.map((name) => images.get(name) ?? ''), ...pictures].filter((picture) => picture !== '');
  return candidates.find((picture) => (parsePicture(picture).width ?? 0) >= FRONT_WIDTH) ?? candidates[0] ?? '';
}

/** Reads the facts of a shop, once until its assortment or its pictures change. */
export const readShopFacts = cacheByRevision(readAssortmentRevision, async (db: Db): Promise<ShopFacts> => {
  const [largestCategories, pictures, categories] = [
    await readLargestCategories(db),
    await readFirstPictures(db),
    await listSubCategories(db),
  ];
  const sizes = pictures.map(parsePicture).filter(({ width, height }) => width && height);
  return {
    searchTerms: await chooseSearchTerms(db, largestCategories),
    pictureRatio: chooseRatio(sizes.map(({ width = 3, height = 4 }) => width / height)),
    largestCategories,
    frontPicture: chooseFrontPicture(largestCategories, new Map(categories.map(({ name, image }) => [name, image])), pictures),
  };
});
