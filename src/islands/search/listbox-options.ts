import type { Product } from '#lib/contract/catalogue.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import type { Suggestions } from '#lib/state/search/suggestions.ts';

/** One option of the search listbox: a link. */
export interface SearchOption {
  id: string;
  href: string;
  label: string;
  product?: Product;
}

export interface SearchOptionGroup {
  title: string;
  options: SearchOption[];
}

export const searchLink = (text: string): string => `/shop?search=${encodeURIComponent(text)}`;

/** Groups of options for the field's text: suggestions, or recent searches when it is empty. Omits empty groups. */
export function buildSearchOptions(
  text: string,
  { categories, products }: Suggestions,
  recent: readonly string[],
): SearchOptionGroup[] {
  const numbered = (kind: string, options: Omit<SearchOption, 'id'>[]) =>
    options.map((option, i) => ({ ...option, id: `search-${kind}-${i}` }));
  const groups = text.trim()
    ? [
        {
          title: 'Categories',
          options: numbered(
            'category',
            categories.map((label) => ({ label, href: paths.category(label) })),
          ),
        },
        {
          title: 'Products',
          options: numbered(
            'product',
            products.map((product) => ({ label: product.name, href: `/products/${product.slug}`, product })),
          ),
        },
      ]
    : [
        {
          title: 'Recent searches',
          options: numbered(
            'recent',
            recent.map((label) => ({ label, href: searchLink(label) })),
          ),
        },
      ];
  return groups.filter(({ options }) => options.length > 0);
}
