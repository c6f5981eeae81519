import { useEffect } from 'react';
import { OrderedItem } from '#islands/ui/OrderedItem.tsx';
import { Sentence } from '#islands/ui/Sentence.tsx';
import { Totals } from '#islands/ui/Totals.tsx';
import { chargeRows } from '#islands/ui/totals-rows.ts';
import type { Order } from '#lib/contract/orders.ts';
import { paymentLabel } from '#lib/contract/payment-methods.ts';
import { t, tParts } from '#lib/contract/text/t.ts';
import { toPaise } from '#lib/rules/money.ts';
import { toTotals } from '#lib/rules/totals.ts';
import { describeArrival } from '#lib/site/delivery-texts.ts';
import { reportPurchase } from '#lib/state/checkout/report-order-events.ts';
import '#styles/ui/framed-box.css';
import '#styles/ui/totals.css';

export function SellerOrder({ order }: { order: Order }) {
  useEffect(() => reportPurchase(order), [order]);
  const arrival = describeArrival(order);
  return (
    <section className="card-box" aria-label={t('Order {number}', { number: order.order_number })}>
      <h2 translate="no">{order.order_number}</h2>
      {order.seller_name && (
        <p className="quiet">
          <Sentence parts={tParts('Sold by {seller}', { seller: <span translate="no">{order.seller_name}</span> })} />
        </p>
      )}
      <ul className="ordered">
        {order.items.map((item) => (
          <OrderedItem
            key={`${item.product_id}:${item.product_variation}`}
            picture={item.product_images}
            name={item.product_name}
            option={item.option_name}
            size={item.product_variation || undefined}
            quantity={item.quantity}
            total={toPaise(item.final_price) * item.quantity}
          />
        ))}
      </ul>
      <Totals
        rows={[
          ...chargeRows(toTotals(order)),
          { label: t('Payment'), value: paymentLabel(order) },
          ...(arrival ? [{ label: t('Delivery'), value: arrival }] : []),
        ]}
        total={toPaise(order.final_amount)}
      />
    </section>
  );
}
