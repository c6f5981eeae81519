import type { Product } from '#lib/contract/catalogue.ts';
import { t } from '#lib/contract/text/t.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import { formatNumber } from '#lib/rules/text.ts';
import type { Suggestions } from '#lib/state/search/suggestions.ts';

export interface SearchOption {
  id: string;
  href: string;
  label: string;
  product?: Product;
  /** The search that it leads to, which is remembered. */
  search?: string;
}

export interface SearchOptionGroup {
  /** None for the link to all results. */
  title?: string;
  options: SearchOption[];
}

const allResults = (total: number | undefined): string =>
  total === 1 ? t('See 1 result') : total ? t('See all {count} results', { count: formatNumber(total) }) : t('See all results');

/**
 * Groups of options for the field's text: suggestions with a link to all results, or recent searches when it is empty. Omits empty
 * groups.
 */
export function buildSearchOptions(
  text: string,
  { text: searched, categories, products, total }: Suggestions,
  recent: readonly string[],
): SearchOptionGroup[] {
  const withIds = (kind: string, options: Omit<SearchOption, 'id'>[]) =>
    options.map((option, i) => ({ ...option, id: `search-${kind}-${i}` }));
  const all = products.length > 0 ? [{ label: allResults(total), href: paths.search(searched), search: searched }] : [];
  const groups: SearchOptionGroup[] = text.trim()
    ? [
        {
          title: t('Products'),
          options: withIds(
            'product',
            products.map((product) => ({ label: product.name, href: paths.product(product.slug), product })),
          ),
        },
        {
          title: t('Categories'),
          options: withIds(
            'category',
            categories.map((label) => ({ label, href: paths.category(label) })),
          ),
        },
        { options: withIds('all', all) },
      ]
    : [
        {
          title: t('Recent searches'),
          options: withIds(
            'recent',
            recent.map((label) => ({ label, href: paths.search(label), search: label })),
          ),
        },
      ];
  return groups.filter(({ options }) => options.length > 0);
}
