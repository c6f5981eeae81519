import { Sentence } from '#islands/ui/Sentence.tsx';
import { Thumbnail } from '#islands/ui/Thumbnail.tsx';
import type { Order } from '#lib/contract/orders.ts';
import { t, tParts } from '#lib/contract/text/t.ts';
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
  const product = first.product_name;
  if (items.length === 1) return product;
  return items.length === 2
    ? t('{product} and 1 more', { product })
    : t('{product} and {count} more', { product, count: items.length - 1 });
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
            <Sentence parts={tParts('Ordered on {date}', { date: <time dateTime={order_date}>{formatDay(order_date)}</time> })} />
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
          {quantity > 0 && (
            <span className="quiet">{quantity === 1 ? t('for 1 item') : t('for {count} items', { count: quantity })}</span>
          )}
        </p>
        <button
          type="button"
          className="button order-card-open"
          aria-label={t('View details of order {number}', { number: order_number })}
          aria-haspopup="dialog"
          onClick={() => openOrderPanel(order)}
        >
          {t('View details')}
        </button>
      </footer>
    </li>
  );
}
