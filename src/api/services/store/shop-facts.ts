import { readRevision } from '#api/database/catalogue-revision.ts';
import type { Db } from '#api/database/schema/engine.ts';
import { cacheByRevision } from '#api/services/catalogue/revision-cache.ts';
import { listSubCategories } from '#api/services/catalogue/sub-categories.ts';
import { findProducts } from '#api/services/products/products.ts';
import { MINUTE_MS } from '#lib/rules/durations.ts';
import { chooseRatio, type PictureRatio } from '#lib/rules/pictures/ratio.ts';
import { parsePicture, splitPictures } from '#lib/rules/pictures/reference.ts';
import { popularTerms } from '#lib/rules/popular-terms.ts';
import { foldName } from '#lib/rules/text.ts';

/** What follows from a shop's products, until the owner decides otherwise. */
export interface ShopFacts {
  searchTerms: string[];
  pictureRatio: PictureRatio;
  largestCategories: string[];
  /** The picture for the top of the home page; '' without any. */
  frontPicture: string;
}

/** The newest products decide. A catalogue of more is a large one. */
const MAX_PRODUCTS = 1000;

/** In a large catalogue, the terms are chosen again at most this often. */
const REREAD_MS = MINUTE_MS;

/** Longer names of sub-categories are no search terms, in characters. */
const MAX_TERM_LENGTH = 40;

/** A picture of this width fills the top of the home page on a wide screen, in pixels. */
const FRONT_WIDTH = 800;

const readNewest = (db: Db) =>
  db
    .selectFrom('product')
    .innerJoin('sub_category', 'sub_category.id', 'product.sub_category_id')
    .select(['sub_category.name as category', 'product.pictures'])
    .where('product.active', '=', 1)
    .orderBy('product.id', 'desc')
    .limit(MAX_PRODUCTS)
    .execute();

/** The names by how often they occur, most often first; else in their order in `all`. */
function sortByFrequency(names: readonly string[], all: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return all.toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0));
}

/** The common terms; one that finds nothing in this shop gives way to a sub-category. All of them while there are no products. */
async function chooseSearchTerms(db: Db, categories: readonly string[]): Promise<string[]> {
  if (categories.length === 0) return [...popularTerms];
  const found: boolean[] = [];
  for (const term of popularTerms) found.push((await findProducts(db, { search: term })).data.length > 0);
  const used = new Set(popularTerms.filter((_, i) => found[i]).map((term) => foldName(term)));
  const others = categories.filter((name) => name.length <= MAX_TERM_LENGTH && !used.has(foldName(name)));
  return popularTerms.flatMap((term, i) => (found[i] ? [term] : others.splice(0, 1)));
}

function chooseFrontPicture(
  largest: readonly string[],
  images: ReadonlyMap<string, string>,
  pictures: readonly string[],
): string {
  const candidates = [...largest.map((name) => images.get(name) ?? ''), ...pictures].filter((picture) => picture !== '');
  return candidates.find((picture) => (parsePicture(picture).width ?? 0) >= FRONT_WIDTH) ?? candidates[0] ?? '';
}

const readAssortment = cacheByRevision(readRevision, async (db: Db) => {
  const newest = await readNewest(db);
  const categories = await listSubCategories(db);
  const pictures = newest.flatMap((product) => splitPictures(product.pictures).slice(0, 1));
  const sizes = pictures.map(parsePicture).filter(({ width, height }) => width && height);
  const largestCategories = sortByFrequency(
    newest.map(({ category }) => category),
    categories.map(({ name }) => name),
  );
  return {
    pictureRatio: chooseRatio(sizes.map(({ width = 3, height = 4 }) => width / height)),
    largestCategories,
    frontPicture: chooseFrontPicture(largestCategories, new Map(categories.map(({ name, image }) => [name, image])), pictures),
    isLarge: newest.length === MAX_PRODUCTS,
  };
});

/** In a large catalogue, searching for each term takes up to a second. */
const readSearchTerms = cacheByRevision(
  readRevision,
  async (db: Db) => {
    const { largestCategories, isLarge } = await readAssortment(db);
    return { searchTerms: await chooseSearchTerms(db, largestCategories), keepMs: isLarge ? REREAD_MS : 0 };
  },
  ({ keepMs }) => keepMs,
);

/** Reads the facts of a shop, once until its assortment or its pictures change. */
export async function readShopFacts(db: Db): Promise<ShopFacts> {
  const { isLarge: _isLarge, ...facts } = await readAssortment(db);
  const { searchTerms } = await readSearchTerms(db);
  return { ...facts, searchTerms };
}
