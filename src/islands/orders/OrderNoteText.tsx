import { t } from '#lib/contract/text/t.ts';

/** What the shopper told the shop with the order. */
export const OrderNoteText = ({ note }: { note: string }) => (
  <section aria-labelledby="order-note-title">
    <h3 id="order-note-title">{t('Note to the shop')}</h3>
    <p className="order-note-text" translate="no">
      {note}
    </p>
  </section>
);
