import { Sentence } from '#islands/ui/Sentence.tsx';
import type { FormerOrder } from '#lib/contract/orders.ts';
import { t, tParts } from '#lib/contract/text/t.ts';
import { formatDay } from '#lib/rules/dates.ts';
import { formatRupees } from '#lib/rules/money.ts';
import './FormerOrders.css';

function FormerOrderCard({ order }: { order: FormerOrder }) {
  const { order_number, order_date, status, items, final_amount, address } = order;
  const amounts = [
    [t('Discount'), order.discount_amount],
    [t('Shipping'), order.shipping_amount],
    [t('Total'), final_amount],
    [t('Refunded'), order.refunded_amount],
  ] as const;
  return (
    <li className="former-order">
      <details>
        <summary>
          <strong translate="no">{order_number}</strong>
          <span className="quiet">
            <Sentence parts={tParts('Ordered on {date}', { date: <time dateTime={order_date}>{formatDay(order_date)}</time> })} />
          </span>
          <span className="price" translate="no">
            {formatRupees(final_amount)}
          </span>
          <i className="icon chevron" />
        </summary>
        <p className="quiet">
          <span>{t('Order from the former shop')}</span>
          {status && <span>{` · ${status}`}</span>}
        </p>
        <ul>
          {items.map(({ product_name, quantity, final_price }, i) => (
            <li key={i}>
              <span>
                <span translate="no">{quantity}</span>
                {' × '}
                <span>{product_name}</span>
              </span>
              {final_price && <span translate="no">{formatRupees(final_price)}</span>}
            </li>
          ))}
        </ul>
        <dl>
          {amounts.map(
            ([label, amount]) =>
              amount && (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd translate="no">{formatRupees(amount)}</dd>
                </div>
              ),
          )}
        </dl>
        {address && <p className="quiet">{address}</p>}
      </details>
    </li>
  );
}

/** Orders of the shop that the owner had before, as history. */
export default function FormerOrders({ orders }: { orders: readonly FormerOrder[] }) {
  return (
    <section className="former-orders" aria-labelledby="former-orders">
      <h2 id="former-orders">{t('Orders from the former shop')}</h2>
      <ul>
        {orders.map((order) => (
          <FormerOrderCard key={`${order.order_number} ${order.order_date}`} order={order} />
        ))}
      </ul>
    </section>
  );
}
