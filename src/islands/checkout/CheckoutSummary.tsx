import { useStore } from '@nanostores/react';
import { useSyncExternalStore } from 'react';
import { CART_LOADING } from '#islands/cart/cart-texts.ts';
import { OrderedItem } from '#islands/ui/OrderedItem.tsx';
import { Thumbnail } from '#islands/ui/Thumbnail.tsx';
import { Totals } from '#islands/ui/Totals.tsx';
import { cartRows } from '#islands/ui/totals-rows.ts';
import { t } from '#lib/contract/text/t.ts';
import { isOrderable, lineKey, linePaise } from '#lib/rules/cart/cart.ts';
import { formatPaise } from '#lib/rules/money.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import { $cart, $cartUnits, $cartView } from '#lib/state/cart/cart.ts';
import { lineNote } from '#lib/state/cart/cart-notes.ts';
import { $couponWatch } from '#lib/state/checkout/coupon.ts';
import { $quoteWatch } from '#lib/state/checkout/delivery-quote.ts';
import { $totals } from '#lib/state/checkout/totals.ts';
import { $charges } from '#lib/state/store/charges.ts';
import '#styles/ui/link.css';
import '#styles/ui/framed-box.css';
import '#styles/ui/totals.css';
import './CheckoutSummary.css';

/** Most thumbnails in the folded summary. */
const MAX_PICTURES = 3;

const WIDE = '(min-width: 64em)';

/** Calls back when a turned tablet gets or loses the column beside the steps. */
function watchWidth(onChange: () => void): () => void {
  const media = matchMedia(WIDE);
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
}

/** The order summary: beside the steps on wide screens, collapsed above them on narrow ones. */
export function CheckoutSummary() {
  const { cartItems } = useStore($cart);
  const units = useStore($cartUnits);
  const totals = useStore($totals);
  const isLoading = useStore($cartView) === 'loading';
  const charges = useStore($charges);
  const isWide = useSyncExternalStore(watchWidth, () => matchMedia(WIDE).matches);
  useStore($couponWatch);
  useStore($quoteWatch);
  return (
    <aside className="checkout-summary" aria-label={t('Order summary')}>
      <details className="card-box" open={cartItems.some(({ message }) => message) || isWide}>
        <summary>
          <h2>
            <span>{t('Order summary')}</span> {!isLoading && <span className="quiet">{`(${units})`}</span>}
          </h2>
          <span className="summary-pictures" aria-hidden="true">
            {cartItems.slice(0, MAX_PICTURES).map((item) => (
              <Thumbnail key={lineKey(item)} reference={item.product_images} alt="" frame="span" />
            ))}
          </span>
          {!isLoading && (
            <span className="price" translate="no">
              {formatPaise(totals.total)}
            </span>
          )}
        </summary>
        {isLoading && <p className="quiet">{CART_LOADING}</p>}
        <ul className="ordered">
          {cartItems.map((item) => (
            <OrderedItem
              key={lineKey(item)}
              picture={item.product_images}
              name={item.product_name}
              option={item.option_name}
              size={item.selected_variant?.product_variation}
              quantity={item.quantity}
              total={isOrderable(item) ? linePaise(item) : undefined}
              note={lineNote(item)}
            />
          ))}
        </ul>
        {!isLoading && (
          <Totals
            rows={[{ label: t('Subtotal'), value: formatPaise(totals.items) }, ...cartRows(totals, charges)]}
            total={totals.total}
          />
        )}
        <p>
          <a className="link" href={paths.cart}>
            {t('Edit cart')}
          </a>
        </p>
      </details>
    </aside>
  );
}
