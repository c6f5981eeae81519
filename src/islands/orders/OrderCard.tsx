import { Thumbnail } from '#islands/ui/Thumbnail.tsx';
import type { Order } from '#lib/contract/orders.ts';
import { formatDay } from '#lib/rules/dates.ts';
import { formatRupees } from '#lib/rules/money.ts';
import { openOrderPanel } from '#lib/state/orders/order-panel.ts';
import { OrderStatusLabel } from './OrderStatusLabel.tsx';
import './OrderCard.css';

/** Pictures that fit in one row on a 320 px screen. */
const MAX_PICTURES = 4;

/** A one-line summary of the items: "Linen Shirt and 2 more". */
function summarise({ items }: Order): string {
  const [first] = items;
  if (!first) return '';
  return items.length > 1 ? `${first.product_name} and ${items.length - 1} more` : first.product_name;
}

export function OrderCard({ order }: { order: Order }) {
  const { order_number, order_date, status, items, quantity, final_amount } = order;
  const shown = items.slice(0, items.length > MAX_PICTURES ? MAX_PICTURES - 1 : MAX_PICTURES);
  return (
    <li className="order-card">
      <header>
        <h2 translate="no">{order_number}</h2>
        {order_date && (
          <p className="quiet">
            Ordered on <time dateTime={order_date}>{formatDay(order_date)}</time>
          </p>
        )}
        <OrderStatusLabel status={status} />
      </header>
      <div className="order-pictures" aria-hidden>
        {shown.map(({ product_id, product_variation, product_images, product_name }) => (
          <Thumbnail key={`${product_id}:${product_variation}`} reference={product_images} alt={product_name} />
        ))}
        {items.length > shown.length && <span>{`+${items.length - shown.length}`}</span>}
      </div>
      <footer>
        <p>
          <span>{summarise(order)}</span>
          <br />
          <span className="price" translate="no">
            {formatRupees(final_amount)}
          </span>{' '}
          {quantity > 0 && <span className="quiet">{`for ${quantity} ${quantity === 1 ? 'item' : 'items'}`}</span>}
        </p>
        <button type="button" className="button order-card-open" aria-haspopup="dialog" onClick={() => openOrderPanel(order)}>
          View details
          <span className="visually-hidden">
            {' '}
            of order <span translate="no">{order_number}</span>
          </span>
        </button>
      </footer>
    </li>
  );
}
