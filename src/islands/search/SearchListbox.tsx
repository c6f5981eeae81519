import { Thumbnail } from '#islands/ui/Thumbnail.tsx';
import type { Product } from '#lib/contract/catalogue.ts';
import { t } from '#lib/contract/text/t.ts';
import { formatRupees } from '#lib/rules/money.ts';
import { coverPicture } from '#lib/rules/pictures/reference.ts';
import { hasPriceRange, NO_PRICE } from '#lib/site/price.ts';
import { langOf } from '#lib/site/script-language.ts';
import { rememberSearch } from '#lib/state/search/recent-searches.ts';
import type { SearchOptionGroup } from './listbox-options.ts';
import './SearchListbox.css';

interface Props {
  id: string;
  groups: SearchOptionGroup[];
  activeId: string | undefined;
}

/** The suggestions below the search field, navigated by its arrow keys; each option is a link too. */
export function SearchListbox({ id, groups, activeId }: Props) {
  return (
    <div className="search-options" id={id} role="listbox" aria-label={t('Suggestions')} hidden={groups.length === 0}>
      {groups.map(({ title, options }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset groups form fields, these are options
        <div key={title ?? ''} role="group" aria-label={title ?? t('All results')}>
          {title && <p aria-hidden="true">{title}</p>}
          {options.map(({ id: optionId, href, label, product, search }) => (
            <a
              key={`${optionId} ${label}`}
              id={optionId}
              href={href}
              className={product && 'search-product'}
              role="option"
              aria-selected={optionId === activeId}
              tabIndex={-1}
              onClick={() => search && rememberSearch(search)}
            >
              {product ? <ProductOption product={product} /> : label}
            </a>
          ))}
        </div>
      ))}
    </div>
  );
}

function ProductOption({ product }: { product: Product }) {
  const price = formatRupees(product.final_price);
  return (
    <>
      <Thumbnail reference={coverPicture(product)} alt="" />
      <span>
        <span lang={langOf(product.name)}>{product.name}</span>
        <span className="price search-price" translate="no">
          {product.unpriced ? NO_PRICE : hasPriceRange(product) ? t('From {price}', { price }) : price}
        </span>
      </span>
    </>
  );
}
