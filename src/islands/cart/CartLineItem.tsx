import type { MouseEvent, Ref } from 'react';
import { focusNeighbour } from '#islands/ui/focus-neighbour.ts';
import { ProductName } from '#islands/ui/ProductName.tsx';
import { Stepper } from '#islands/ui/Stepper.tsx';
import { Thumbnail } from '#islands/ui/Thumbnail.tsx';
import type { CartItem } from '#lib/contract/cart.ts';
import { t } from '#lib/contract/text/t.ts';
import { isOrderable, lineKey, lineLimit, linePaise, lineSavings, lineStock, unitPrice } from '#lib/rules/cart/cart.ts';
import { formatPaise, formatRupees } from '#lib/rules/money.ts';
import { labelVariant, shownSize } from '#lib/rules/option-texts.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import { isWithdrawn, lineNote } from '#lib/state/cart/cart-notes.ts';
import { decreaseQuantity, increaseQuantity } from '#lib/state/cart/change-quantity.ts';
import { moveToWishlist, removeCartItem } from '#lib/state/cart/remove-line.ts';

interface Props {
  item: CartItem;
  /** Opens the choices that can take the line's place. */
  chooseVariant: () => void;
  /** Of the button that calls `chooseVariant`. */
  variantButton?: Ref<HTMLButtonElement>;
}

/** One cart line: picture, name, size, price × quantity, MRP, changes, stepper, REMOVE and the wishlist button. */
export function CartLineItem({ item, chooseVariant, variantButton }: Props) {
  const key = lineKey(item);
  const size = shownSize(item.selected_variant?.product_variation);
  const options = size && labelVariant(item.option_name, size);
  const link = item.slug ? paths.product(item.slug) : undefined;
  const savings = lineSavings(item);
  const note = lineNote(item);
  const removeWith = ({ currentTarget }: MouseEvent<HTMLElement>, change: (key: string) => Promise<unknown>) => {
    focusNeighbour(currentTarget, '.line-remove');
    void change(key);
  };
  return (
    <li className="line-item">
      <Thumbnail reference={item.product_images} alt={item.product_name} />
      <div className="line-facts">
        <a href={link} className="line-name">
          <ProductName name={item.product_name} />
        </a>
        {options && (!link || isWithdrawn(item)) && <p className="line-size">{options}</p>}
        {options && link && !isWithdrawn(item) && (
          <button
            type="button"
            className="line-size line-variant"
            aria-haspopup="dialog"
            aria-label={t('{options}, change for {product}', { options, product: item.product_name })}
            ref={variantButton}
            onClick={chooseVariant}
          >
            <span>{options}</span>
          </button>
        )}
        {!isWithdrawn(item) && (
          <p className="line-price">
            <span translate="no">{`${formatRupees(unitPrice(item))} × ${item.quantity}`}</span>{' '}
            {isOrderable(item) && (
              <span className="price line-total" translate="no">
                {formatPaise(linePaise(item))}
              </span>
            )}
          </p>
        )}
        {savings > 0 && item.mrp && isOrderable(item) && (
          <p className="line-saving">
            <s className="mrp">
              <span className="visually-hidden">{`${t('MRP')} `}</span>
              <span translate="no">{formatRupees(item.mrp)}</span>
            </s>{' '}
            <span className="line-saved">{t('You save {amount}', { amount: formatPaise(savings) })}</span>
          </p>
        )}
        {note && (
          <p className="line-note" role="status">
            {note}
          </p>
        )}
        <div className="line-actions">
          <Stepper
            name={item.product_name}
            quantity={item.quantity}
            max={lineLimit(lineStock(item))}
            onDecrease={(event) => (item.quantity > 1 ? void decreaseQuantity(key) : removeWith(event, decreaseQuantity))}
            onIncrease={() => void increaseQuantity(key)}
          />
          <div className="line-links">
            <button
              type="button"
              className="line-move"
              aria-label={t('Move to wishlist: {product}', { product: item.product_name })}
              onClick={() => void moveToWishlist(key)}
            >
              {t('Move to wishlist')}
            </button>
            <button
              type="button"
              className="line-remove"
              aria-label={t('REMOVE {product}', { product: item.product_name })}
              onClick={(event) => removeWith(event, removeCartItem)}
            >
              {t('REMOVE')}
            </button>
          </div>
        </div>
      </div>
    </li>
  );
}
