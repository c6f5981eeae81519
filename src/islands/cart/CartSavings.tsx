import { useStore } from '@nanostores/react';
import { t } from '#lib/contract/text/t.ts';
import { formatPaise } from '#lib/rules/money.ts';
import { $cartSavings } from '#lib/state/cart/cart.ts';
import { $totals } from '#lib/state/checkout/totals.ts';

/** The savings against the MRP, coupon discount included. Renders nothing when no price is below its MRP. */
export function CartSavings() {
  const savings = useStore($cartSavings, { ssr: () => 0 });
  const { discount } = useStore($totals, { ssr: 'initial' });
  if (savings === 0) return null;
  const amount = formatPaise(savings + discount);
  return (
    <p className="cart-savings">
      {discount > 0 ? t('You save {amount} in all', { amount }) : t('You save {amount}', { amount })}
    </p>
  );
}
