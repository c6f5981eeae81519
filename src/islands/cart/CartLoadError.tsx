import { useStore } from '@nanostores/react';
import { LoadError } from '#islands/ui/LoadError.tsx';
import { useReload } from '#islands/ui/useLoad.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { $cart } from '#lib/state/cart/cart.ts';
import { refreshCart } from '#lib/state/cart/refresh-cart.ts';

const reload = (): Promise<void> => refreshCart();

/** Shown in place of a customer's cart that could not be loaded on this device. */
export function CartLoadError() {
  const { error, loading } = useStore($cart);
  useReload(reload);
  return <LoadError message={error ?? failure.cartFetch} busy={loading} retry={() => void reload()} />;
}
