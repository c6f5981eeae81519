import { atom } from 'nanostores';
import type { CartItem } from '#lib/contract/cart.ts';
import { type Product, singleProductDetailsCall, type Variant } from '#lib/contract/catalogue.ts';
import { failure, soldOut } from '#lib/contract/messages/failures.ts';
import { success } from '#lib/contract/messages/successes.ts';
import { t } from '#lib/contract/text/t.ts';
import { lineKey } from '#lib/rules/cart/cart.ts';
import { namedOption } from '#lib/rules/option-texts.ts';
import { describeFailure } from '#lib/state/calls/call-messages.ts';
import { callStore } from '#lib/state/calls/call-store.ts';
import { type CallRun, runCall } from '#lib/state/calls/run-call.ts';
import { watchReset } from '#lib/state/persistence/shared-map.ts';
import { isSignedIn } from '#lib/state/session/session.ts';
import { toastError, toastSuccess } from '#lib/state/ui/toasts.ts';
import { toCartLine } from './build-line.ts';
import { changeLine, findLine } from './cart.ts';
import { removeCartItem } from './remove-line.ts';
import { replaceLine } from './replace-line.ts';
import { reportUnits } from './report-cart-events.ts';
import { notePending, sendLine, toastDone, toastUndone } from './send-line.ts';

/** Whether a line of this tab is being replaced: the next change of a variant waits for it. */
export const $isChangingVariant = atom(false);

/** Loads the product of a line, whose variants can take its place. */
export const loadChoices = (slug: string): Promise<CallRun<typeof singleProductDetailsCall>> =>
  runCall(callStore(singleProductDetailsCall, { params: { slug } }));

/**
 * Replaces a line by another variant of its product, with the same units within stock and limit; the cart never has a variant twice. A
 * customer's new line is added before the old one is removed, so that nothing is lost when a call fails. True when it was replaced.
 */
export async function changeVariant(key: string, product: Product, variant: Variant): Promise<boolean> {
  const line = findLine(key);
  const other = toCartLine(product, variant, 1);
  if (!line || lineKey(other) === key || $isChangingVariant.get()) return false;
  if (variant.stock < 1) {
    toastError(soldOut(product.name));
    return false;
  }
  return replaceVariant(key, other);
}

const describeVariant = ({ option_name, selected_variant }: CartItem): string =>
  namedOption(option_name, selected_variant?.product_variation ?? '');

/**
 * Shows the replaced line at once. A customer's two calls wait for earlier ones about either line, and later ones for them. `total`: the units
 * of the new line afterwards, when an earlier try may have reached the server.
 */
async function replaceVariant(key: string, other: CartItem, total?: number): Promise<boolean> {
  const line = findLine(key);
  if (!line || $isChangingVariant.get()) return false;
  const isSameCart = watchReset();
  const show = replaceLine(key, other, total);
  const report = (): void => {
    reportUnits(line, -line.quantity);
    reportUnits(other, line.quantity);
  };
  if (!isSignedIn()) {
    changeLine(show);
    report();
    toastDone({ isDone: true }, success.cartUpdated, () => '');
    return true;
  }
  const otherKey = lineKey(other);
  for (const one of [key, otherKey]) notePending(one);
  changeLine(show);
  const wanted = findLine(otherKey) ?? other;
  $isChangingVariant.set(true);
  const adding = sendLine(wanted, wanted.quantity);
  const removed = await sendLine(line, 0, { after: adding.then((added) => added?.isDone === true) });
  const added = await adding;
  $isChangingVariant.set(false);
  if (added?.isDone && removed?.isDone) {
    report();
    toastSuccess(success.cartUpdated);
    return true;
  }
  if (added && !added.isDone) toastUndone(added, failure.cartAdd, () => void replaceVariant(key, other, wanted.quantity));
  if (removed?.refused && !removed.refused.alreadyShown) {
    const values = { old: describeVariant(line), other: describeVariant(other), product: line.product_name };
    const reason = describeFailure(removed.refused);
    const told = t('Your cart has both {old} and {other} of {product} now: {reason}', { ...values, reason });
    const retry = () => void (isSameCart() && removeCartItem(key));
    toastError(told, { action: { label: t('Try again'), run: retry } });
  }
  return false;
}
