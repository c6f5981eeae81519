import type { Order } from '#lib/contract/orders.ts';
import { isPrepaid, paymentLabel } from '#lib/contract/payment-methods.ts';
import { t } from '#lib/contract/text/t.ts';
import { formatDateTime } from '#lib/rules/dates.ts';
import { formatRupees } from '#lib/rules/money.ts';
import { describeArrival } from '#lib/site/delivery-texts.ts';
import { CopyableOrderNumber } from './CopyableOrderNumber.tsx';
import { OrderStatusLabel } from './OrderStatusLabel.tsx';
import { paymentStatusLabels } from './status-labels.ts';

export function OrderFacts({ order }: { order: Order }) {
  const { order_number, order_date, final_amount, status, payment_status } = order;
  const deliveryText = describeArrival(order);
  return (
    <dl className="order-facts">
      <div className="order-number">
        <dt>{t('Order number')}</dt>
        <dd>
          <CopyableOrderNumber number={order_number} />
        </dd>
      </div>
      {order_date && (
        <div>
          <dt>{t('Order date')}</dt>
          <dd>
            <time dateTime={order_date}>{formatDateTime(order_date)}</time>
          </dd>
        </div>
      )}
      <div>
        <dt>{t('Total')}</dt>
        <dd className="price" translate="no">
          {formatRupees(final_amount)}
        </dd>
      </div>
      <div>
        <dt>{t('Status')}</dt>
        <dd>
          <span role="status">
            <OrderStatusLabel status={status} />
          </span>
        </dd>
      </div>
      {deliveryText && (
        <div>
          <dt>{t('Delivery')}</dt>
          <dd>{deliveryText}</dd>
        </div>
      )}
      <div>
        <dt>{t('Payment method')}</dt>
        <dd>{paymentLabel(order)}</dd>
      </div>
      {isPrepaid(order) && payment_status && (
        <div>
          <dt>{t('Payment')}</dt>
          <dd>{paymentStatusLabels[payment_status]}</dd>
        </div>
      )}
    </dl>
  );
}
