import { useStore } from '@nanostores/react';
import type { MouseEvent } from 'react';
import { focusNeighbour } from '#islands/ui/focus-neighbour.ts';
import type { Product } from '#lib/contract/catalogue.ts';
import { t } from '#lib/contract/text/t.ts';
import { formatRupees } from '#lib/rules/money.ts';
import { chooseOption } from '#lib/rules/option-texts.ts';
import { coverPicture, parsePicture } from '#lib/rules/pictures/reference.ts';
import { countAvailableUnits, SOLD_OUT, stockNote } from '#lib/rules/product/stock-notes.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import { hasPriceRange, NO_PRICE, percentOff } from '#lib/site/price.ts';
import { TOAST_SHORT_MS } from '#lib/site/timings.ts';
import { addToCart } from '#lib/state/cart/add-to-cart.ts';
import { toCartLine } from '#lib/state/cart/build-line.ts';
import { $cart } from '#lib/state/cart/cart.ts';
import { removeFromWishlist } from '#lib/state/wishlist/wishlist.ts';
import './WishlistItem.css';

/** Rendered width of a picture, for `sizes`. */
const SIZES = '(min-width:80em) 15vw,(min-width:48em) 24vw,46vw';

interface Props {
  product: Product;
  /** Removes it from another list than the customer's. */
  remove?: () => void;
}

export function WishlistItem({ product, remove: removeElsewhere }: Props) {
  const { name, slug, final_price, mrp } = product;
  const note = stockNote(product);
  const off = percentOff(final_price, mrp);
  const price = formatRupees(final_price);
  const remove = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    focusNeighbour(currentTarget, '.wishlist-remove');
    if (removeElsewhere) removeElsewhere();
    else void removeFromWishlist(product, { duration: TOAST_SHORT_MS });
  };
  return (
    <li className="wishlist-item">
      <div className="wishlist-product">
        <WishPicture product={product} />
        {note && <span className="badge wishlist-note">{note}</span>}
        <h2>
          <a href={paths.product(slug)}>{name}</a>
        </h2>
        <p className="wishlist-prices">
          <span className="price" translate="no">
            {product.unpriced ? NO_PRICE : hasPriceRange(product) ? t('From {price}', { price }) : price}
          </span>{' '}
          {off > 0 && (
            <>
              <s className="mrp">
                <span className="visually-hidden">{`${t('MRP')} `}</span>
                <span translate="no">{formatRupees(mrp)}</span>
              </s>{' '}
              <span className="off">{t('{percent}% off', { percent: off })}</span>
            </>
          )}
        </p>
      </div>
      <WishAction product={product} />
      <button type="button" className="icon-button wishlist-remove" onClick={remove}>
        <i className="icon close" />
        <span className="visually-hidden">{t('Remove {product}', { product: name })}</span>
      </button>
    </li>
  );
}

function WishPicture({ product }: { product: Product }) {
  const { src, width = 900, height = 1200, sources, colours } = parsePicture(coverPicture(product));
  return (
    <div className="picture">
      {colours?.map((colour, i) => (
        <svg key={i === 0 ? 'upper' : 'lower'} className="colour" color={colour} aria-hidden="true" />
      ))}
      {src && (
        <picture>
          {sources
            .filter(({ type }) => type !== 'image/jpeg')
            .map(({ type, srcset }) => (
              <source key={type} type={type} srcSet={srcset} sizes={SIZES} />
            ))}
          <img src={src} width={width} height={height} alt={product.name} loading="lazy" />
        </picture>
      )}
    </div>
  );
}

/** Adds the product to the cart, or links to its page when there is a choice. */
function WishAction({ product }: { product: Product }) {
  const { addLoading } = useStore($cart);
  const { variants, name, slug, option_name } = product;
  if (countAvailableUnits(product) < 1) {
    return (
      <button type="button" className="button" disabled>
        {SOLD_OUT}
      </button>
    );
  }
  if (variants.length > 1) {
    const choose = chooseOption(option_name);
    return (
      <a className="button" href={paths.product(slug)} aria-label={t('{choose} of {product}', { choose, product: name })}>
        {choose}
      </a>
    );
  }
  return (
    <button
      type="button"
      className="button primary"
      aria-label={t('Add to cart: {product}', { product: name })}
      // Not `disabled`, which would lose the focus that the cart popup restores on close.
      aria-disabled={addLoading}
      onClick={() => {
        if (!addLoading) void addToCart(toCartLine(product, variants[0], 1));
      }}
    >
      {t('Add to cart')}
    </button>
  );
}
