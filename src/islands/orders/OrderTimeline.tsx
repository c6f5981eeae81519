import type { Order } from '#lib/contract/orders.ts';
import { t } from '#lib/contract/text/t.ts';
import { formatDateTime } from '#lib/rules/dates.ts';
import { shownSteps } from './order-timeline.ts';
import { statusLabel } from './status-labels.ts';

/** The status history of an order, oldest first. */
export function OrderTimeline({ timeline }: Pick<Order, 'timeline'>) {
  return (
    <section aria-labelledby="order-timeline-title">
      <h3 id="order-timeline-title">{t('Timeline')}</h3>
      <ol className="order-timeline">
        {shownSteps(timeline).map(({ status, at, reason }) => (
          <li key={`${status} ${at}`}>
            <p>{statusLabel(status)}</p>
            <p className="quiet">
              <time dateTime={at}>{formatDateTime(at)}</time>
            </p>
            {reason && <p className="quiet">{t('Reason: {reason}', { reason })}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}
