import * as z from 'zod/mini';
import { dispatchWindowEvent } from '#lib/client/window-events.ts';
import { customer } from '#lib/contract/auth.ts';
import { createSavedMap } from '#lib/state/persistence/saved-state.ts';
import { syncAcrossTabs } from '#lib/state/persistence/tab-sync.ts';

/** A registration that waits for its e-mail to be verified has no token yet. */
const user = z.object({
  token: z.optional(z.string()),
  customer,
  /** The receipt of a sign-up that waits: with it this browser confirms the address without the password. */
  email_verification_token: z.optional(z.string()),
});
export type User = z.output<typeof user>;

/** The auth state of specification 3. */
export interface AuthState {
  user: User | null;
  isAuthenticated: boolean;
  loading: boolean;
  error: string | null;
  verificationLoading: boolean;
  verificationError: string | null;
  /** A registration or checkout code has been sent. */
  sent: boolean;
  /** A login code has been sent. */
  loginSent: boolean;
  verified: boolean;
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

const saved = z.object({
  user: z.nullable(user),
  isAuthenticated: z.boolean(),
  sent: z.boolean(),
  loginSent: z.boolean(),
  verified: z.boolean(),
});

export const $auth = createSavedMap<AuthState>('auth', signedOut, z.partial(saved));
syncAcrossTabs('auth', $auth, ['loading', 'error', 'verificationLoading', 'verificationError']);

// The auth guard and other scripts of the page follow the session without loading this store.
if (!import.meta.env.SSR) $auth.listen(() => dispatchWindowEvent('session'));

export const updateAuth = (change: Partial<AuthState>): void => $auth.set({ ...$auth.get(), ...change });

/** The bearer token of the locally stored user, if there is one. */
export const sessionToken = (): string | undefined => $auth.get().user?.token;

export const isSignedIn = (): boolean => $auth.get().isAuthenticated;

/** Forgets who is signed in; the cart stays as it is and is a guest's from now on. */
export const clearSession = (): void => $auth.set(signedOut);

/** Merges what a reply says about the customer into the user (specification 4.3). */
export function mergeCustomer(changes: Partial<User['customer']>): void {
  const { user: present } = $auth.get();
  if (present) $auth.setKey('user', { ...present, customer: { ...present.customer, ...changes } });
}
