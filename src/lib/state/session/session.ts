import type { MapStore } from 'nanostores';
import * as z from 'zod/mini';
import { dispatchWindowEvent } from '#lib/client/window-events.ts';
import { session } from '#lib/contract/customer.ts';
import type { SliceFields, User } from '#lib/contract/saved-state.ts';
import { resetAfter } from '#lib/state/persistence/reset-stores.ts';
import { createSavedMap } from '#lib/state/persistence/saved-state.ts';

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
  sessionAt: 0,
  changedAt: 0,
};

const saved = z.partial(
  z.object({
    user: z.nullable(z.omit(session, { is_existing_customer: true })),
    isAuthenticated: z.boolean(),
    sent: z.boolean(),
    loginSent: z.boolean(),
    verified: z.boolean(),
    sessionAt: z.number(),
    changedAt: z.number(),
  }),
);

/** Signed out by a reset at the time `at`; a later session stays. */
const afterReset = (at: number, before: AuthState): AuthState =>
  before.sessionAt >= at ? before : { ...signedOut, sessionAt: at, changedAt: at };

/**
 * The time of the session counts first, so that a later change in an earlier session does not bring that session back; then the time of the
 * last change. Between equal times a signed-in customer, who has the longer text, stays signed in.
 */
export const $auth = createSavedMap('auth', signedOut, saved, {
  rank: ({ sessionAt, changedAt }) => [sessionAt, changedAt],
  afterReset,
});
$auth.subscribe(({ sessionAt }) => resetAfter(sessionAt));

// The auth guard and other scripts of the page follow the session without loading this store.
if (!import.meta.env.SSR) $auth.listen(() => dispatchWindowEvent('session'));

const isLocal = (field: string): boolean => ['loading', 'error', 'verificationLoading', 'verificationError'].includes(field);

/** Changes fields, here and in the other tabs, which all end with the latest change. */
export function updateAuth(change: Partial<Omit<AuthState, 'sessionAt' | 'changedAt'>>): void {
  const before = $auth.get();
  const after = { ...before, ...change };
  const hasOtherSession = after.isAuthenticated !== before.isAuthenticated || after.user?.token !== before.user?.token;
  const isChanged = Object.entries(change).some(
    ([field, value]) => !isLocal(field) && value !== before[field as keyof AuthState],
  );
  const at = Date.now();
  // A page that is opened after a sign-out does not know when that was.
  if (hasOtherSession || (isChanged && before.sessionAt === 0)) after.sessionAt = Math.max(at, before.sessionAt + 1);
  if (isChanged) after.changedAt = Math.max(at, before.changedAt + 1);
  $auth.set(after);
}

/** The bearer token of the stored user, if any. */
export const sessionToken = (): string | undefined => $auth.get().user?.token;

export const isSignedIn = (): boolean => $auth.get().isAuthenticated;

/** Signs out on this device; the cart stays and becomes a guest's. */
export function clearSession(): void {
  const { sessionAt: _sessionAt, changedAt: _changedAt, ...fields } = signedOut;
  updateAuth(fields);
}

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
