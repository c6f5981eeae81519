import type { MouseEvent } from 'react';
import type { Variant } from '#lib/contract/catalogue.ts';
import { formatRupees } from '#lib/rules/money.ts';
import { SOLD_OUT } from '#lib/rules/product/stock-notes.ts';
import { Swatch } from './Swatch.tsx';

interface Props {
  variants: readonly Variant[];
  /** The picture of a colour, when the variants are colours. */
  pictureOf?: ((value: string) => string | undefined) | undefined;
  /** The variant that is chosen already, where one of them is shown as pressed. */
  pressed?: string | undefined;
  choose: (variant: Variant, event: MouseEvent) => void;
}

/** A button for each variant, with its price where they differ. */
export function VariantButtons({ variants, pictureOf, pressed, choose }: Props) {
  const differInPrice = new Set(variants.map(({ final_price }) => final_price)).size > 1;
  return (
    <div className="cluster">
      {variants.map((variant) => (
        <button
          key={variant.id}
          type="button"
          className="chip"
          aria-pressed={pressed === undefined ? undefined : variant.product_variation === pressed}
          disabled={variant.stock < 1}
          onClick={(event) => choose(variant, event)}
        >
          {pictureOf && <Swatch name={variant.product_variation} picture={pictureOf(variant.product_variation)} />}
          <span>{variant.product_variation}</span>
          {variant.stock < 1 ? (
            <small>{SOLD_OUT}</small>
          ) : (
            differInPrice && <small translate="no">{formatRupees(variant.final_price)}</small>
          )}
        </button>
      ))}
    </div>
  );
}
