import type { Refused } from '#lib/client/request.ts';
import type { ReplyOf } from '#lib/contract/calls/define-call.ts';
import {
  type Facets,
  getProductsCall,
  type ProductPage,
  productFacetsCall,
  searchProductsCall,
  subcategoryVariationsCall,
} from '#lib/contract/catalogue.ts';
import { MAX_CATEGORY_IDS } from '#lib/contract/limits.ts';
import type { SubCategory } from '#lib/contract/store.ts';
import type { LoadPart, PartResult } from '#lib/page/store/part.ts';
import { sortSizes } from '#lib/rules/option-texts.ts';
import { foldName, fromListItem, toListItem } from '#lib/rules/text.ts';
import type { Listing } from './listing-url.ts';
import { loadListedPage } from './page-past-the-end.ts';

/** Finds the sub-category with this name or else this id: a name may be a number. */
export const findCategory = (nameOrId: string, categories: SubCategory[]): SubCategory | undefined =>
  categories.find(({ name }) => foldName(name) === foldName(nameOrId)) ?? categories.find(({ id }) => String(id) === nameOrId);

/** Names a sub-category in a filter: by its id, or by its name where it has none, or another one is named like this id. */
export const categoryFilter = ({ id, name }: { id?: number | undefined; name: string }, categories: SubCategory[]): string =>
  id === undefined || categories.some((other) => other.id !== id && foldName(other.name) === String(id))
    ? toListItem(name)
    : String(id);

/** Maps a listing to the filters of the store's calls. */
const storeFilters = (listing: Listing, categories: SubCategory[]) => ({
  sub_category: listing.categories
    .map((word) => {
      const category = findCategory(word, categories);
      return category ? categoryFilter(category, categories) : toListItem(word);
    })
    .join(','),
  size: listing.sizes.map(toListItem).join(','),
  min_price: listing.minPrice ?? '',
  max_price: listing.maxPrice ?? '',
  ...(listing.colours.length > 0 && { colour: listing.colours.map(toListItem).join(',') }),
  ...(listing.brands.length > 0 && { brand: listing.brands.map(toListItem).join(',') }),
  ...(listing.minDiscount !== undefined && { min_discount: listing.minDiscount }),
  ...(listing.facts.length > 0 && { fact: listing.facts.map(toListItem).join(',') }),
  in_stock: listing.inStock,
  out_of_stock: listing.outOfStock,
});

function loadPage(load: LoadPart, listing: Listing, page: number, categories: SubCategory[]): Promise<PartResult<ProductPage>> {
  const filters = { ...storeFilters(listing, categories), sort_by: listing.sort };
  return listing.search
    ? load(searchProductsCall, { body: { search: listing.search, page, ...filters } })
    : load(getProductsCall, { params: { page }, body: filters });
}

/** Loads the number of products per filter option; fails where a store API does not implement the call. */
export async function loadListingFacets(
  load: LoadPart,
  listing: Listing,
  categories: SubCategory[],
): Promise<PartResult<{ data: Facets }>> {
  const body = { ...(listing.search && { search: listing.search }), ...storeFilters(listing, categories) };
  return load(productFacetsCall, { body });
}

type SizesReply = ReplyOf<typeof subcategoryVariationsCall>;

/** The sizes of a reply, each once, in their order. */
function listSizes(reply: SizesReply): string[] {
  const sizes = reply.data.flatMap((row) => row.sub_category_variation.split(',')).map((size) => fromListItem(size.trim()));
  return sortSizes([...new Set(sizes.filter(Boolean))]);
}

/** Loads the sizes in which products of the selected categories are sold; of all categories when none is selected. */
export async function loadListingSizes(
  load: LoadPart,
  listing: Listing,
  categories: SubCategory[],
): Promise<PartResult<string[]>> {
  const selected = listing.categories.flatMap((category) => findCategory(category, categories) ?? []);
  const ids = (selected.length > 0 ? selected : categories).slice(0, MAX_CATEGORY_IDS).map(({ id, name }) => id ?? name);
  if (ids.length === 0) return { reply: [] };
  const { reply, failure } = await load(subcategoryVariationsCall, { body: { sub_category_id: ids } });
  return failure ? { failure } : { reply: listSizes(reply) };
}

export interface ListingData {
  failure: Refused | undefined;
  /** Undefined when they could not. */
  found: ProductPage | undefined;
  sizes: string[];
  facets: Facets | undefined;
  /** Whether a call failed, so that another try may succeed. */
  incomplete: boolean;
}

const isWithoutReply = ({ httpStatus }: Refused): boolean => httpStatus === 0 || httpStatus >= 500;

/** Loads everything that a listing shows. A failed call of the list or of the sizes clears both (specification, products). */
export async function loadListing(load: LoadPart, listing: Listing, categories: SubCategory[]): Promise<ListingData> {
  const [products, sizes, facets] = await Promise.all([
    loadListedPage(listing.page, (page) => loadPage(load, listing, page, categories)),
    loadListingSizes(load, listing, categories),
    loadListingFacets(load, listing, categories),
  ]);
  const failure = products.failure ?? sizes.failure;
  return {
    failure,
    found: failure ? undefined : products.reply,
    sizes: sizes.reply ?? [],
    facets: facets.reply?.data,
    incomplete: failure !== undefined || (facets.failure !== undefined && isWithoutReply(facets.failure)),
  };
}
