import type { CartItem } from '#lib/contract/cart.ts';
import { lineKey, lineLimit, linePaise, lineStock } from '#lib/rules/cart.ts';
import { showPaise, showRupees } from '#lib/rules/money.ts';
import { thumbnail } from '#lib/rules/picture.ts';
import { decrease, increase, removeItem } from '#lib/state/cart-changes.ts';
import { Stepper } from './Stepper.tsx';

/** One line of the cart: picture, name, size, price times quantity, stepper and REMOVE. */
export function CartLine({ item }: { item: CartItem }) {
  const key = lineKey(item);
  const size = item.selected_variant?.product_variation;
  const link = item.slug ? `/products/${item.slug}` : undefined;
  const price = item.selected_variant?.final_price ?? item.final_price;
  return (
    <li className="line-item">
      <img className="line-picture" src={thumbnail(item.product_images)} alt="" width={90} height={120} loading="lazy" />
      <div className="line-facts">
        <a href={link} className="line-name">
          {item.product_name}
        </a>
        {size && <p className="line-size">Size: {size}</p>}
        <p className="line-price">
          <span>
            {showRupees(price)} × {item.quantity}
          </span>{' '}
          <span className="price">{showPaise(linePaise(item))}</span>
        </p>
        {item.message && <p className="line-note">{item.message}</p>}
        <div className="line-actions">
          <Stepper
            name={item.product_name}
            quantity={item.quantity}
            max={lineLimit(lineStock(item))}
            onDecrease={() => void decrease(key)}
            onIncrease={() => void increase(key)}
          />
          <button type="button" className="line-remove" onClick={() => void removeItem(key)}>
            REMOVE<span className="visually-hidden"> {item.product_name}</span>
          </button>
        </div>
      </div>
    </li>
  );
}
