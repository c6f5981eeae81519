import type { Variant } from '#lib/contract/catalogue.ts';
import { formatRupees, percentOff, toPaise } from '#lib/rules/money.ts';
import type { LineProduct } from '#lib/state/cart/line.ts';
import './BuyPrice.css';

interface Props {
  product: LineProduct;
  variant: Variant | undefined;
}

/** The price of the selected size, else of the product, with "From" when sizes differ in price. */
export function BuyPrice({ product, variant }: Props) {
  const prices = product.variants.map((one) => toPaise(one.final_price));
  const lowest = product.variants.find((one) => toPaise(one.final_price) === Math.min(...prices));
  const { final_price, mrp } = variant ?? lowest ?? product;
  const hasRange = !variant && new Set(prices).size > 1;
  const off = percentOff(final_price, mrp);
  return (
    <>
      <p className="prices buy-prices" aria-live="polite">
        <span className="price buy-price">
          {hasRange && 'From '}
          {formatRupees(final_price)}
        </span>
        {off > 0 && (
          <>
            <span className="mrp">
              MRP <s>{formatRupees(mrp)}</s>
            </span>
            <span className="off">{off}% off</span>
          </>
        )}
      </p>
      <p className="quiet">{off > 0 ? 'MRP incl. of all taxes' : 'Incl. of all taxes'}</p>
    </>
  );
}
