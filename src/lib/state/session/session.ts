import type { MapStore } from 'nanostores';
import * as z from 'zod/mini';
import { dispatchWindowEvent } from '#lib/client/window-events.ts';
import { session } from '#lib/contract/customer.ts';
import type { SliceFields, User } from '#lib/contract/saved-state.ts';
import { derive } from '#lib/state/persistence/change-time.ts';
import { createSharedMap } from '#lib/state/persistence/shared-map.ts';

export interface AuthState extends SliceFields<'auth'> {
  loading: boolean;
  error: string | null;
  verificationLoading: boolean;
  verificationError: string | null;
}

const signedOut: AuthState = {
  user: null,
  isAuthenticated: false,
  loading: false,
  error: null,
  verificationLoading: false,
  verificationError: null,
  sent: false,
  loginSent: false,
  verified: false,
};

const saved = z.partial(
  z.object({
    user: z.nullable(z.omit(session, { is_existing_customer: true })),
    isAuthenticated: z.boolean(),
    sent: z.boolean(),
    loginSent: z.boolean(),
    verified: z.boolean(),
  }),
);

export const $auth = createSharedMap('auth', signedOut, { whole: true }, saved);

// The auth guard and other scripts of the page follow the session without loading this store.
if (!import.meta.env.SSR) $auth.listen(() => dispatchWindowEvent('session'));

/** Changes fields, here and in the other tabs. A change within a session never brings that session back after a later one. */
export function updateAuth(change: Partial<AuthState>): void {
  const before = $auth.get();
  const after = { ...before, ...change };
  const isSameSession = after.isAuthenticated === before.isAuthenticated && after.user?.token === before.user?.token;
  if (isSameSession) derive(() => $auth.set(after));
  else $auth.set(after);
}

/** The bearer token of the stored user, if any. */
export const sessionToken = (): string | undefined => $auth.get().user?.token;

export const isSignedIn = (): boolean => $auth.get().isAuthenticated;

/** Signs out on this device; the cart stays and becomes a guest's. */
export const clearSession = (): void => updateAuth(signedOut);

/** Resets a store to `initial` on sign-out: the next customer has other data. */
export function clearOnSignOut<T extends object>($store: MapStore<T>, initial: T): void {
  $auth.listen((auth, before) => {
    if (before?.isAuthenticated && !auth.isAuthenticated) $store.set({ ...initial });
  });
}

/** Merges a reply's customer fields into the user (specification, sign-in). */
export function mergeCustomer(changes: Partial<User['customer']>): void {
  const { user } = $auth.get();
  if (user) updateAuth({ user: { ...user, customer: { ...user.customer, ...changes } } });
}
