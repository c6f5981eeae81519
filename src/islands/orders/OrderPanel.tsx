import { type RefObject, useCallback, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useModal } from '#islands/dialog/useModal.ts';
import { cancellableStatuses, type Order } from '#lib/contract/orders.ts';
import { closeOrderPanel } from '#lib/state/orders/panel.ts';
import { CancelDialog } from './cancel/CancelDialog.tsx';
import { OrderAddress } from './OrderAddress.tsx';
import { OrderFacts } from './OrderFacts.tsx';
import { OrderItems } from './OrderItems.tsx';
import styles from './OrderPanel.css?url';
import { OrderPapers } from './OrderPapers.tsx';
import { OrderShipment } from './OrderShipment.tsx';
import { OrderTimeline } from './OrderTimeline.tsx';
import { OrderTotals } from './OrderTotals.tsx';
import { useEnterTransition } from './useSlideTransition.ts';

interface Props {
  order: Order;
  /** False during the exit transition. */
  isOpen: boolean;
  /** Gets the focus on close when no element had it before. */
  fallbackFocus: RefObject<HTMLElement | null>;
}

/** The order details: a side panel (specification 2.8). Its styles load with it. */
export default function OrderPanel(props: Props) {
  return (
    <>
      <link rel="stylesheet" href={styles} precedence="default" />
      {createPortal(<Panel {...props} />, document.body)}
    </>
  );
}

function Panel({ order, isOpen, fallbackFocus }: Props) {
  const layer = useRef<HTMLDivElement>(null);
  const slidIn = useEnterTransition(isOpen);
  const [isCancelling, setCancelling] = useState(false);
  const closeCancelDialog = useCallback(() => setCancelling(false), []);
  useModal(layer, closeOrderPanel, fallbackFocus);
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
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be scrollable by keyboard */}
        <section className="order-details" tabIndex={0} aria-labelledby="order-panel-title">
          <OrderFacts order={order} />
          <OrderItems items={order.items} seller={order.seller_name} />
          <OrderTotals order={order} />
          {order.shipment && <OrderShipment shipment={order.shipment} />}
          <OrderTimeline timeline={order.timeline} />
          <OrderAddress address={order.address} />
          <OrderPapers invoice={order.invoice} />
        </section>
        {cancellable && (
          <footer>
            <button type="button" className="button cancel-order" aria-haspopup="dialog" onClick={() => setCancelling(true)}>
              Cancel Order
            </button>
          </footer>
        )}
      </section>
      {isCancelling &&
        cancellable &&
        createPortal(<CancelDialog order={order} close={closeCancelDialog} fallbackFocus={layer} />, document.body)}
    </div>
  );
}
