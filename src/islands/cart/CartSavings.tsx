import { useStore } from '@nanostores/react';
import { formatPaise } from '#lib/rules/money.ts';
import { $cartSavings } from '#lib/state/cart/cart.ts';
import { $totals } from '#lib/state/checkout/totals.ts';

/** What the cart saves against the MRP, with the coupon's discount; nothing where no price is below its MRP. */
export function CartSavings() {
  const savings = useStore($cartSavings, { ssr: () => 0 });
  const { discount } = useStore($totals, { ssr: 'initial' });
  if (savings === 0) return null;
  return (
    <p className="cart-savings">
      You save {formatPaise(savings + discount)}
      {discount > 0 && ' in all'}
    </p>
  );
}
