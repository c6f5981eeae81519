import type { MouseEvent } from 'react';
import { focusNeighbour } from '#islands/ui/focus-neighbour.ts';
import { Stepper } from '#islands/ui/Stepper.tsx';
import { Thumbnail } from '#islands/ui/Thumbnail.tsx';
import type { CartItem } from '#lib/contract/cart.ts';
import { lineKey, lineLimit, linePaise, lineStock } from '#lib/rules/cart.ts';
import { formatPaise, formatRupees } from '#lib/rules/money.ts';
import { labelVariation } from '#lib/rules/options.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import { decreaseQuantity, increaseQuantity, removeCartItem } from '#lib/state/cart/actions.ts';

/** One cart line: picture, name, size, price × quantity, stepper and REMOVE. */
export function CartLineItem({ item }: { item: CartItem }) {
  const key = lineKey(item);
  const size = item.selected_variant?.product_variation;
  const link = item.slug ? paths.product(item.slug) : undefined;
  const price = item.selected_variant?.final_price ?? item.final_price;
  const removeWith = ({ currentTarget }: MouseEvent<HTMLElement>, change: (key: string) => Promise<void>) => {
    focusNeighbour(currentTarget, '.line-remove');
    void change(key);
  };
  return (
    <li className="line-item">
      <Thumbnail reference={item.product_images} alt={item.product_name} />
      <div className="line-facts">
        <a href={link} className="line-name">
          {item.product_name}
        </a>
        {size && <p className="line-size">{labelVariation(item.option_name, size)}</p>}
        <p className="line-price">
          <span>
            {formatRupees(price)} × {item.quantity}
          </span>{' '}
          <span className="price line-total">{formatPaise(linePaise(item))}</span>
        </p>
        {item.message && <p className="line-note">{item.message}</p>}
        <div className="line-actions">
          <Stepper
            name={item.product_name}
            quantity={item.quantity}
            max={lineLimit(lineStock(item))}
            onDecrease={(event) => (item.quantity > 1 ? void decreaseQuantity(key) : removeWith(event, decreaseQuantity))}
            onIncrease={() => void increaseQuantity(key)}
          />
          <button type="button" className="line-remove" onClick={(event) => removeWith(event, removeCartItem)}>
            REMOVE<span className="visually-hidden"> {item.product_name}</span>
          </button>
        </div>
      </div>
    </li>
  );
}
