import type { ShownOffer } from './shown-offer.ts';
import './BuyPrice.css';

/** The price below the product's name. */
export function BuyPrice({ price, mrp, off }: ShownOffer) {
  return (
    <>
      <p className="prices buy-prices" aria-live="polite">
        <span className="price buy-price">{price}</span>
        {off > 0 && (
          <>
            <span className="mrp">
              MRP <s>{mrp}</s>
            </span>
            <span className="off">{off}% off</span>
          </>
        )}
      </p>
      <p className="quiet">{off > 0 ? 'MRP incl. of all taxes' : 'Incl. of all taxes'}</p>
    </>
  );
}
