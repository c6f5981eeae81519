import type { CheckoutStep } from '#lib/contract/saved-state.ts';
import { $auth } from '#lib/state/session/session.ts';
import { $checkout, checkoutSteps, goToStep, isVerified, resolveStep } from './checkout.ts';
import { $isAddressAwaited, startAtReview } from './known-address.ts';

/** How long leaving waits for the browser to go back in the history, in milliseconds. */
const TRAVERSAL_TIMEOUT_MS = 1000;

/** The steps of this visit's history entries, up to the current one. Each entry stores its own trail, which a reload keeps. */
let trail: readonly CheckoutStep[] = [];
let isTraversing = false;
/** Whether a step is shown: while the cart is empty, the trail follows the browser but no step does. */
let isBound = false;

const isStep = (text: unknown): text is CheckoutStep => checkoutSteps.some((step) => step === text);

const hashStep = (): CheckoutStep | undefined => checkoutSteps.find((step) => location.hash === `#${step}`);

/** The trail that the current entry stores; undefined for an entry that a link, the address bar or another page made. */
function storedTrail(): CheckoutStep[] | undefined {
  const steps: unknown = history.state?.checkoutSteps;
  return Array.isArray(steps) && steps.every(isStep) && steps.length > 0 ? steps : undefined;
}

function writeEntry(method: 'pushState' | 'replaceState', steps: readonly CheckoutStep[], url?: string): void {
  trail = steps;
  history[method]({ ...history.state, checkoutSteps: steps }, '', url);
}

function traverse(entries: number): void {
  isTraversing = true;
  history.go(entries);
}

/**
 * Syncs the history with the step that is shown. A later step gets an entry; for an earlier one the browser goes back, so that no step is
 * in the history twice. The entry of the code is replaced, because a code is used once.
 */
function syncHistory(): void {
  if (isTraversing || $checkout.get().success || $isAddressAwaited.get()) return;
  const step = resolveStep($checkout.get(), $auth.get());
  const current = trail.at(-1);
  if (current === step) return;
  const earlier = trail.lastIndexOf(step);
  if (earlier >= 0) traverse(earlier + 1 - trail.length);
  else if (!current || current === 'code') writeEntry('replaceState', [...trail.slice(0, -1), step], `#${step}`);
  else if (checkoutSteps.indexOf(step) > checkoutSteps.indexOf(current)) writeEntry('pushState', [...trail, step], `#${step}`);
  else if (trail.length > 1) traverse(1 - trail.length);
  else writeEntry('replaceState', [step], `#${step}`);
}

/** Goes to the step of the entry that the shopper has navigated to, or to the first open step. */
function followNavigation(): void {
  if ($checkout.get().success) return;
  const wanted = hashStep();
  const stored = storedTrail();
  if (stored) trail = stored;
  else if (isBound) writeEntry('replaceState', [...trail, wanted ?? trail.at(-1) ?? 'mobile']);
  // After `traverse` the step is already known.
  const isOwn = isTraversing;
  isTraversing = false;
  if (!isBound) return;
  // The change of the step syncs by itself.
  if (!isOwn && wanted && wanted !== $checkout.get().step) goToStep(wanted);
  else syncHistory();
}

/** Asks for the hash's step, else for the saved one; a customer is not asked for a number first, nor for an address that is known. */
export function openStep(): void {
  trail = storedTrail() ?? [];
  const { step } = $checkout.get();
  const asked = hashStep();
  const isKnown = !asked && step === 'mobile' && isVerified($auth.get());
  const start = asked ?? (isKnown ? 'address' : step);
  if (start !== step) goToStep(start);
  if (isKnown) startAtReview();
}

const followRestored = ({ persisted }: PageTransitionEvent) => persisted && followNavigation();

/**
 * Puts the steps of the checkout into the browser's history, as `/checkout#address`. Returns a function that stops it. The trail follows
 * the browser from the first call on: a traversal may end after the steps were removed.
 */
export function bindStepHistory(): () => void {
  isBound = true;
  addEventListener('popstate', followNavigation);
  addEventListener('pageshow', followRestored);
  // Each step scrolls to its own heading.
  history.scrollRestoration = 'manual';
  syncHistory();
  const stops = [$checkout.listen(syncHistory), $auth.listen(syncHistory), $isAddressAwaited.listen(syncHistory)];
  return () => {
    isBound = false;
    for (const stop of stops) stop();
  };
}

/** Replaces the whole visit of the checkout in the history by another page. */
export function leaveCheckout(path: string): void {
  const leave = () => location.replace(path);
  if (trail.length > 1) {
    const fallback = setTimeout(leave, TRAVERSAL_TIMEOUT_MS);
    addEventListener('popstate', () => {
      clearTimeout(fallback);
      leave();
    });
    history.go(1 - trail.length);
  } else leave();
}
