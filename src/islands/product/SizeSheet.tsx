import { Modal } from '#islands/dialog/Modal.tsx';
import type { Variant } from '#lib/contract/catalogue.ts';
import { t } from '#lib/contract/text/t.ts';
import { formatRupees } from '#lib/rules/money.ts';
import { SOLD_OUT } from '#lib/rules/product/stock-notes.ts';
import './SizeSheet.css';

interface Props {
  title: string;
  variants: readonly Variant[];
  /** Buys the pressed variant. */
  choose: (variant: Variant) => void;
  close: () => void;
}

/** Asks for the size at the bottom of a phone's screen; pressing one adds it to the cart. Its styles come right after the first paint. */
export function SizeSheet({ title, variants, choose, close }: Props) {
  const differInPrice = new Set(variants.map(({ final_price }) => final_price)).size > 1;

  return (
    <Modal name="size-sheet" layerClass="bottom-layer size-sheet" close={close}>
      <section className="bottom-sheet size-sheet-box">
        <header>
          <h2 id="size-sheet-title">{title}</h2>
          <button type="button" className="icon-button" aria-label={t('Close')} onClick={close}>
            <i className="icon close" />
          </button>
        </header>
        <div className="cluster">
          {variants.map((variant) => (
            <button key={variant.id} type="button" className="chip" disabled={variant.stock < 1} onClick={() => choose(variant)}>
              <span>{variant.product_variation}</span>
              {variant.stock < 1 ? (
                <small>{SOLD_OUT}</small>
              ) : (
                differInPrice && <small translate="no">{formatRupees(variant.final_price)}</small>
              )}
            </button>
          ))}
        </div>
      </section>
    </Modal>
  );
}
