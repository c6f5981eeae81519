import { Thumbnail } from '#islands/ui/Thumbnail.tsx';
import type { Order } from '#lib/contract/orders.ts';
import { formatPaise, formatRupees, toPaise } from '#lib/rules/money.ts';

interface Props {
  items: Order['items'];
  seller: string;
}

/** The items with picture, name, size and price × quantity. */
export function OrderItems({ items, seller }: Props) {
  return (
    <section aria-labelledby="order-items-title">
      <h3 id="order-items-title">Items</h3>
      <p className="quiet">Sold by {seller}</p>
      <ul className="order-items">
        {items.map((item) => (
          <li key={`${item.product_id}:${item.product_variation}`}>
            <Thumbnail reference={item.product_images} alt={item.product_name} />
            <div>
              <a href={`/products/${item.slug}`}>{item.product_name}</a>
              {item.product_variation && <p className="quiet">Size: {item.product_variation}</p>}
              <p className="quiet">
                {formatRupees(item.final_price)} × {item.quantity}
              </p>
            </div>
            <p className="price">{formatPaise(toPaise(item.final_price) * item.quantity)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
