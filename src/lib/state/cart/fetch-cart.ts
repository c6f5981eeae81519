import { getCartCall } from '#lib/contract/cart.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { callStore } from '#lib/state/calls/call-store.ts';
import { runCall, trackIn } from '#lib/state/calls/run-call.ts';
import { isSignedIn } from '#lib/state/session/session.ts';
import type { ToastOptions } from '#lib/state/ui/toasts.ts';
import { $cart, cartTime, setCartFields, watchReset } from './cart.ts';
import { showServerLines } from './show-server-lines.ts';

export interface FetchOptions extends ToastOptions {
  /** Shows neither progress nor failure. */
  quiet?: boolean;
}

/** Loads the customer's cart; refused without a call when no one is signed in (specification 5). */
export const fetchCart = (options: FetchOptions = {}): Promise<boolean> => loadCart(options);

interface Replacement {
  /** Whether the lines shown are from the customer's cart; by default as before. */
  merged?: boolean;
  /** Changes made after this time stay. */
  at?: number;
}

/** Loads the cart and shows it before the loading ends, so that no view takes the earlier lines for the loaded ones. */
export async function loadCart(
  { quiet, ...options }: FetchOptions,
  { merged, at = cartTime() }: Replacement = {},
): Promise<boolean> {
  if (!isSignedIn()) {
    setCartFields({ loading: false, error: failure.notAuthenticated });
    return false;
  }
  const isSameCart = watchReset();
  let lowered: Promise<void> | undefined;
  const { reply } = await runCall(callStore(getCartCall), {
    ...(!quiet && { track: trackIn($cart), toast: options }),
    apply: ({ data }) => {
      if (isSameCart()) lowered = showServerLines(data.cart, merged ?? $cart.get().merged, at);
    },
  });
  await lowered;
  return reply !== undefined;
}
