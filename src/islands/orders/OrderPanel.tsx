import { type RefObject, useCallback, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useModal } from '#islands/dialog/useModal.ts';
import { cancellableStatuses, type Order } from '#lib/contract/orders.ts';
import { closeOrderPanel } from '#lib/state/orders/panel.ts';
import { CancelDialog } from './CancelDialog.tsx';
import { OrderAddress } from './OrderAddress.tsx';
import { OrderFacts } from './OrderFacts.tsx';
import { OrderItems } from './OrderItems.tsx';
import styles from './OrderPanel.css?url';
import { OrderTimeline } from './OrderTimeline.tsx';
import { OrderTotals } from './OrderTotals.tsx';
import { useEnterTransition } from './useSlideTransition.ts';

interface Props {
  order: Order;
  /** False while the panel slides out. */
  isOpen: boolean;
  /** Where the focus goes when the panel closes and nothing had it before. */
  fallbackFocus: RefObject<HTMLElement | null>;
}

/** An order's details: a side panel over the page (specification 2.8). Its styles come with it and weigh on no page. */
export default function OrderPanel(props: Props) {
  return (
    <>
      <link rel="stylesheet" href={styles} precedence="default" />
      {createPortal(<Panel {...props} />, document.body)}
    </>
  );
}

function Panel({ order, isOpen, fallbackFocus: home }: Props) {
  const layer = useRef<HTMLDivElement>(null);
  const slidIn = useEnterTransition(isOpen);
  const [asking, setAsking] = useState(false);
  const stopAsking = useCallback(() => setAsking(false), []);
  useModal(layer, closeOrderPanel, home);
  const cancellable = cancellableStatuses.includes(order.status);

  return (
    <div
      className={slidIn ? 'dialog-layer order-layer slid-in' : 'dialog-layer order-layer'}
      ref={layer}
      role="dialog"
      aria-modal="true"
      aria-labelledby="order-panel-title"
      tabIndex={-1}
    >
      <button type="button" className="dialog-scrim order-scrim" aria-hidden="true" tabIndex={-1} onClick={closeOrderPanel} />
      <section className="side-panel order-panel">
        <header>
          <h2 id="order-panel-title">Order details</h2>
          <button type="button" className="icon-button" aria-label="Close order details" onClick={closeOrderPanel}>
            <i className="icon close" />
          </button>
        </header>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard too */}
        <section className="order-details" tabIndex={0} aria-labelledby="order-panel-title">
          <OrderFacts order={order} />
          <OrderItems items={order.items} seller={order.seller_name} />
          <OrderTotals order={order} />
          <OrderTimeline timeline={order.timeline} />
          <OrderAddress address={order.address} />
        </section>
        {cancellable && (
          <footer>
            <button type="button" className="button cancel-order" aria-haspopup="dialog" onClick={() => setAsking(true)}>
              Cancel Order
            </button>
          </footer>
        )}
      </section>
      {asking &&
        cancellable &&
        createPortal(<CancelDialog order={order} close={stopAsking} fallbackFocus={layer} />, document.body)}
    </div>
  );
}
