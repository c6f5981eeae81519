import type { Product } from '#lib/contract/catalogue.ts';
import { t } from '#lib/contract/text/t.ts';
import { formatRupees } from '#lib/rules/money.ts';
import { coverPicture, thumbnailUrl } from '#lib/rules/pictures/reference.ts';
import { hasPriceRange, NO_PRICE } from '#lib/rules/product/price.ts';
import type { SearchOptionGroup } from './listbox-options.ts';
import './SearchListbox.css';

interface Props {
  id: string;
  groups: SearchOptionGroup[];
  /** The option selected by the arrow keys. */
  activeId: string | undefined;
}

/** The suggestions below the search field, navigated by its arrow keys; each option is a link too. */
export function SearchListbox({ id, groups, activeId }: Props) {
  return (
    <div className="search-options" id={id} role="listbox" aria-label={t('Suggestions')} hidden={groups.length === 0}>
      {groups.map(({ title, options }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset groups form fields, these are options
        <div key={title} role="group" aria-label={title}>
          <p aria-hidden="true">{title}</p>
          {options.map((option) => (
            <a
              key={option.id}
              id={option.id}
              href={option.href}
              role="option"
              aria-selected={option.id === activeId}
              tabIndex={-1}
            >
              {option.product ? <ProductOption product={option.product} /> : option.label}
            </a>
          ))}
        </div>
      ))}
    </div>
  );
}

function ProductOption({ product }: { product: Product }) {
  const picture = coverPicture(product);
  const price = formatRupees(product.final_price);
  return (
    <>
      {picture && <img src={thumbnailUrl(picture)} alt="" width={48} height={64} />}
      <span>
        <span>{product.name}</span>
        <span className="price search-price" translate="no">
          {product.unpriced ? NO_PRICE : hasPriceRange(product) ? t('From {price}', { price }) : price}
        </span>
      </span>
    </>
  );
}
