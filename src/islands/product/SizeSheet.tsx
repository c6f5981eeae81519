import { useRef } from 'react';
import { createPortal } from 'react-dom';
import { useModal } from '#islands/dialog/useModal.ts';
import type { Variant } from '#lib/contract/catalogue.ts';
import { formatRupees } from '#lib/rules/money.ts';
import styles from './SizeSheet.css?url';

interface Props {
  title: string;
  variants: readonly Variant[];
  /** Buys the pressed variant. */
  choose: (variant: Variant) => void;
  close: () => void;
}

/** Asks for the size at the bottom of a phone's screen; pressing one adds it to the cart. Its styles load with it. */
export function SizeSheet(props: Props) {
  return (
    <>
      <link rel="stylesheet" href={styles} precedence="default" />
      {createPortal(<Sheet {...props} />, document.body)}
    </>
  );
}

function Sheet({ title, variants, choose, close }: Props) {
  const layer = useRef<HTMLDivElement>(null);
  useModal(layer, close, layer);
  const differInPrice = new Set(variants.map(({ final_price }) => final_price)).size > 1;

  return (
    <div
      className="dialog-layer size-sheet"
      ref={layer}
      role="dialog"
      aria-modal="true"
      aria-labelledby="size-sheet-title"
      tabIndex={-1}
    >
      <button type="button" className="dialog-scrim" aria-hidden="true" tabIndex={-1} onClick={close} />
      <section className="size-sheet-box">
        <header>
          <h2 id="size-sheet-title">{title}</h2>
          <button type="button" className="icon-button" aria-label="Close" onClick={close}>
            <i className="icon close" />
          </button>
        </header>
        <div className="cluster">
          {variants.map((variant) => (
            <button key={variant.id} type="button" className="chip" disabled={variant.stock < 1} onClick={() => choose(variant)}>
              {variant.product_variation}
              {variant.stock < 1 ? <small>Sold out</small> : differInPrice && <small>{formatRupees(variant.final_price)}</small>}
            </button>
          ))}
        </div>
      </section>
    </div>
  );
}
