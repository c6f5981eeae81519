import { type RefObject, useCallback, useRef, useState } from 'react';
import { Modal } from '#islands/dialog/Modal.tsx';
import { cancellableStatuses } from '#lib/contract/order-status.ts';
import type { Order } from '#lib/contract/orders.ts';
import { t } from '#lib/contract/text/t.ts';
import { closeOrderPanel } from '#lib/state/orders/order-panel.ts';
import { CancelDialog } from './cancel/CancelDialog.tsx';
import { ExtraRefund } from './ExtraRefund.tsx';
import { OrderAddress } from './OrderAddress.tsx';
import { OrderFacts } from './OrderFacts.tsx';
import { OrderInvoiceLinks } from './OrderInvoiceLinks.tsx';
import { OrderItems } from './OrderItems.tsx';
import { OrderNoteText } from './OrderNoteText.tsx';
import styles from './OrderPanel.css?url';
import { OrderShipments } from './OrderShipment.tsx';
import { OrderTimeline } from './OrderTimeline.tsx';
import { OrderTotals } from './OrderTotals.tsx';
import { useEnterTransition } from './usePanelTransition.ts';

interface Props {
  order: Order;
  /** False during the exit transition. */
  isOpen: boolean;
  /** Gets the focus on close when no element had it before. */
  fallbackFocus: RefObject<HTMLElement | null>;
}

/** The order details: a side panel, as specified. Its styles load with it. */
export default function OrderPanel({ order, isOpen, fallbackFocus }: Props) {
  const layer = useRef<HTMLDivElement>(null);
  const slidIn = useEnterTransition(isOpen);
  const [isCancelling, setCancelling] = useState(false);
  const closeCancelDialog = useCallback(() => setCancelling(false), []);
  const cancellable = cancellableStatuses.some((status) => status === order.status);

  return (
    <Modal
      name="order-panel"
      styles={styles}
      layerClass={slidIn ? 'order-layer slid-in' : 'order-layer'}
      scrimClass="order-scrim"
      close={closeOrderPanel}
      fallbackFocus={fallbackFocus}
      ref={layer}
    >
      <section className="side-panel order-panel">
        <header>
          <h2 id="order-panel-title">{t('Order details')}</h2>
          <button type="button" className="icon-button" aria-label={t('Close order details')} onClick={closeOrderPanel}>
            <i className="icon close" />
          </button>
        </header>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be scrollable by keyboard */}
        <section className="side-panel-content order-details" tabIndex={0} aria-labelledby="order-panel-title">
          <OrderFacts order={order} />
          {order.items.length > 0 && <OrderItems items={order.items} seller={order.seller_name} />}
          <OrderTotals order={order} />
          {order.extra_refund && <ExtraRefund {...order.extra_refund} />}
          {order.shipment && <OrderShipments shipments={order.shipments ?? [order.shipment]} />}
          {order.timeline.length > 0 && <OrderTimeline timeline={order.timeline} />}
          {order.address && <OrderAddress address={order.address} />}
          {order.note && <OrderNoteText note={order.note} />}
          <OrderInvoiceLinks {...order} />
        </section>
        {cancellable && (
          <footer>
            <button type="button" className="button cancel-order" aria-haspopup="dialog" onClick={() => setCancelling(true)}>
              {t('Cancel Order')}
            </button>
          </footer>
        )}
      </section>
      {isCancelling && cancellable && <CancelDialog order={order} close={closeCancelDialog} fallbackFocus={layer} />}
    </Modal>
  );
}
