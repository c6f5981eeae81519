import { Fragment } from 'react';
import { t } from '#lib/contract/text/t.ts';
import { formatSaleEnd } from '#lib/rules/dates.ts';
import { NO_PRICE } from '#lib/site/price.ts';
import type { ShownOffer } from './shown-offer.ts';
import './BuyPrice.css';

/**
 * The price below the product's name. Before hydration the page's script may show that of another variant, so that each variant has elements
 * of its own.
 */
export function BuyPrice({ price, mrp, off, saleEnds, variantId }: ShownOffer & { variantId: number | undefined }) {
  return (
    <>
      <p className="prices buy-prices" aria-live="polite">
        <Fragment key={variantId}>
          <span className="price buy-price" translate="no" suppressHydrationWarning>
            {price}
          </span>
          <span className="mrp" hidden={off === 0} suppressHydrationWarning>
            {t('MRP')}{' '}
            <s translate="no" suppressHydrationWarning>
              {mrp}
            </s>
          </span>
          <span className="off" hidden={off === 0} suppressHydrationWarning>
            {t('{percent}% off', { percent: off })}
          </span>
        </Fragment>
      </p>
      {saleEnds && <p className="quiet">{t('Sale ends {date}', { date: formatSaleEnd(saleEnds) })}</p>}
      <p className="quiet" hidden={price === NO_PRICE}>
        {off > 0 ? t('MRP incl. of all taxes') : t('Incl. of all taxes')}
      </p>
    </>
  );
}
