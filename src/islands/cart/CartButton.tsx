import { useStore } from '@nanostores/react';
import { type MouseEvent, Suspense, useEffect, useRef } from 'react';
import { useToasts } from '#islands/toasts/useToasts.ts';
import { lazyModule } from '#islands/ui/lazy-module.ts';
import { loadModule } from '#lib/client/load-module.ts';
import { t } from '#lib/contract/text/t.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import { $cart, $cartUnits, closeCart, openCart } from '#lib/state/cart/cart.ts';

const loadPanel = () => import('./CartPanel.tsx');
const CartPanel = lazyModule(loadPanel, () => location.assign(paths.cart));

/** Refreshes the saved store settings and home sections (specification, entities). */
async function prefetchStoreInfo(): Promise<void> {
  try {
    await (await import('#lib/state/store/store-info.ts')).refreshStoreInfo();
    await (await import('#lib/state/store/home-sections.ts')).refreshHomeSections();
  } catch (error) {
    console.warn('The store’s settings could not be saved', error);
  }
}

/** The header's cart button: a link to the cart page that opens the cart popup instead, as specified. */
export default function CartButton() {
  const { isCartOpen } = useStore($cart, { ssr: 'initial' });
  const units = useStore($cartUnits, { ssr: () => 0 });
  const button = useRef<HTMLAnchorElement>(null);
  useToasts();
  useEffect(() => void loadModule(loadPanel).catch(console.warn), []);
  useEffect(() => void prefetchStoreInfo(), []);
  // Closes the popup, so that a page restored from the back/forward cache does not show it.
  useEffect(() => {
    addEventListener('pagehide', closeCart);
    return () => removeEventListener('pagehide', closeCart);
  }, []);

  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    openCart();
  };

  return (
    <>
      <a href={paths.cart} className="icon-button" aria-label={t('Cart')} ref={button} onClick={open}>
        <i className="icon bag" />
        <span className="badge" data-cart-count="" hidden={units === 0} suppressHydrationWarning>
          {units}
        </span>
      </a>
      {isCartOpen && (
        <Suspense fallback={<i className="cart-opening" hidden />}>
          <CartPanel fallbackFocus={button} />
        </Suspense>
      )}
    </>
  );
}
