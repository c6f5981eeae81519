import { apiUrl } from '#lib/client/browser-connection.ts';
import type { Order } from '#lib/contract/orders.ts';

/** The order's invoice, if it has one, and a button that prints the order. */
export function OrderPapers({ invoice }: Pick<Order, 'invoice'>) {
  return (
    <section className="order-papers" aria-label="Invoice and printing">
      {invoice && (
        <a className="button" href={apiUrl(invoice.url)} target="_blank" rel="noopener">
          <span className="order-invoice">Invoice {invoice.number}</span>
          <span className="visually-hidden"> (opens in a new tab)</span>
        </a>
      )}
      <button type="button" className="button" onClick={() => window.print()}>
        Print order
      </button>
    </section>
  );
}
