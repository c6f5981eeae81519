// The auth guard of pages that require a sign-in is an inline script: page/inline-scripts/auth-guard.js.

/** The page's root element; undefined outside a browser. */
const rootElement = (): HTMLElement | undefined => (typeof document === 'undefined' ? undefined : document.documentElement);

/** Whether the auth guard redirects from this page when the customer is signed out. */
export const isGuarded = (): boolean => rootElement()?.dataset['guard'] === 'customer';

/** Stops the auth guard, for a sign-out that redirects by itself: two navigations would abort each other. */
export function disableAuthGuard(): void {
  delete rootElement()?.dataset['guard'];
}
