import { apiUrl } from '#lib/client/browser-connection.ts';
import type { Order } from '#lib/contract/orders.ts';
import { t } from '#lib/contract/text/t.ts';

type Papers = Pick<Order, 'invoice' | 'credit_note'>;

/** The order's invoice and credit note, if it has them, and a button that prints the order. */
export function OrderInvoiceLinks({ invoice, credit_note }: Papers) {
  const papers = [
    { name: t('Invoice'), paper: invoice },
    { name: t('Credit note'), paper: credit_note },
  ];
  return (
    <section className="order-papers" aria-label={t('Invoice and printing')}>
      {papers.map(
        ({ name, paper }) =>
          paper && (
            <a key={name} className="button" href={apiUrl(paper.url)} target="_blank" rel="noopener">
              <span className="order-invoice">
                <span>{name}</span> <span translate="no">{paper.number}</span>
              </span>
              <span className="visually-hidden">{` ${t('(opens in a new tab)')}`}</span>
            </a>
          ),
      )}
      <button type="button" className="button" onClick={() => window.print()}>
        {t('Print order')}
      </button>
    </section>
  );
}
