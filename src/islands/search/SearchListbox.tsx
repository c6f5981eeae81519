import type { Product } from '#lib/contract/catalogue.ts';
import { formatRupees } from '#lib/rules/money.ts';
import { coverPicture } from '#lib/rules/pictures/product-pictures.ts';
import { thumbnailUrl } from '#lib/rules/pictures/reference.ts';
import type { SearchOptionGroup } from './listbox-options.ts';
import './SearchListbox.css';

interface Props {
  id: string;
  groups: SearchOptionGroup[];
  /** The option that the arrow keys have reached. */
  activeId: string | undefined;
}

/** The list below the search field, which the field's arrow keys walk through; each option is a link too. */
export function SearchListbox({ id, groups, activeId: marked }: Props) {
  return (
    <div className="search-options" id={id} role="listbox" aria-label="Suggestions" hidden={groups.length === 0}>
      {groups.map(({ title, options }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset groups form fields, these are options
        <div key={title} role="group" aria-label={title}>
          <p aria-hidden="true">{title}</p>
          {options.map((option) => (
            <a key={option.id} id={option.id} href={option.href} role="option" aria-selected={option.id === marked} tabIndex={-1}>
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
  const differ = product.variants.some(({ final_price }) => final_price !== product.final_price);
  return (
    <>
      {picture && <img src={thumbnailUrl(picture)} alt="" width={48} height={64} />}
      <span>
        {product.name}
        <span className="price search-price">
          {differ && 'From '}
          {formatRupees(product.final_price)}
        </span>
      </span>
    </>
  );
}
