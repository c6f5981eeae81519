import type { Product } from '#lib/contract/catalogue.ts';
import { t } from '#lib/contract/text/t.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import type { Suggestions } from '#lib/state/search/suggestions.ts';

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

/** Groups of options for the field's text: suggestions, or recent searches when it is empty. Omits empty groups. */
export function buildSearchOptions(
  text: string,
  { categories, products }: Suggestions,
  recent: readonly string[],
): SearchOptionGroup[] {
  const withIds = (kind: string, options: Omit<SearchOption, 'id'>[]) =>
    options.map((option, i) => ({ ...option, id: `search-${kind}-${i}` }));
  const groups = text.trim()
    ? [
        {
          title: t('Categories'),
          options: withIds(
            'category',
            categories.map((label) => ({ label, href: paths.category(label) })),
          ),
        },
        {
          title: t('Products'),
          options: withIds(
            'product',
            products.map((product) => ({ label: product.name, href: paths.product(product.slug), product })),
          ),
        },
      ]
    : [
        {
          title: t('Recent searches'),
          options: withIds(
            'recent',
            recent.map((label) => ({ label, href: paths.search(label) })),
          ),
        },
      ];
  return groups.filter(({ options }) => options.length > 0);
}
