import { atom } from 'nanostores';
import { addToCartCall, type CartItem, removeToCartCall } from '#lib/contract/cart.ts';
import { type Product, singleProductDetailsCall, type Variant } from '#lib/contract/catalogue.ts';
import { failure, soldOut } from '#lib/contract/messages/failures.ts';
import { success } from '#lib/contract/messages/successes.ts';
import { t } from '#lib/contract/text/t.ts';
import { lineKey, putLine, removeLine } from '#lib/rules/cart/cart.ts';
import { replaceLine } from '#lib/rules/cart/replace-line.ts';
import { namedOption } from '#lib/rules/option-texts.ts';
import { describeFailure, toastRefusedChange } from '#lib/state/calls/call-messages.ts';
import { callStore } from '#lib/state/calls/call-store.ts';
import { type CallRun, runCall } from '#lib/state/calls/run-call.ts';
import { isSignedIn } from '#lib/state/session/session.ts';
import { toastError, toastSuccess } from '#lib/state/ui/toasts.ts';
import { toCartLine, toLineBody, toRemovalBody } from './build-line.ts';
import { $cart, changeLine, findLine, watchReset } from './cart.ts';
import { markStale } from './customer-cart.ts';
import { pendingQuantities, runForLine } from './line-call-queue.ts';
import { removeCartItem } from './remove-line.ts';
import { reportUnits } from './report-cart-events.ts';
import { applyResult, confirmGuestChange, findResult } from './toasts-and-results.ts';

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
  if (isSignedIn()) return changeForCustomer(key, other);
  changeLine(replaceLine(key, other));
  reportReplaced(line, other);
  confirmGuestChange(success.cartUpdated);
  return true;
}

function reportReplaced(line: CartItem, other: CartItem): void {
  reportUnits(line, -line.quantity);
  reportUnits(other, line.quantity);
}

/** A line as the server has it: without the quantity that is still on its way. */
const confirmed = (line: CartItem): CartItem => ({
  ...line,
  quantity: pendingQuantities.get(lineKey(line))?.confirmed ?? line.quantity,
});

const describeVariant = ({ option_name, selected_variant }: CartItem): string =>
  namedOption(option_name, selected_variant?.product_variation ?? '');

/**
 * Shows the replaced line at once. Its two calls wait for earlier ones about either line, and later ones for them. `total`: the units of the
 * new line afterwards, when an earlier try may have reached the server.
 */
async function changeForCustomer(key: string, other: CartItem, total?: number): Promise<boolean> {
  const line = findLine(key);
  if (!line || $isChangingVariant.get()) return false;
  const isSameCart = watchReset();
  const otherKey = lineKey(other);
  const index = $cart.get().cartItems.indexOf(line);
  const merged = findLine(otherKey);
  const [old, others] = [confirmed(line), merged && confirmed(merged)];
  for (const one of [key, otherKey]) pendingQuantities.delete(one);
  changeLine(replaceLine(key, other, total));
  const wanted = findLine(otherKey) ?? other;
  $isChangingVariant.set(true);
  const added = runForLine(otherKey, async (show, isLast) => {
    const { reply, refused } = await runCall(callStore(addToCartCall, { body: toLineBody(wanted, wanted.quantity) }));
    const result = reply && findResult(wanted, reply.data.results);
    if (result?.status) {
      // A later change of it shows its own quantity.
      if (isLast()) show(putLine(applyResult(wanted, result), index));
      else markStale();
      return true;
    }
    markStale();
    pendingQuantities.delete(otherKey);
    show((items) => putLine(old, index)(others ? putLine(others)(items) : removeLine(otherKey)(items)));
    if (refused) toastRefusedChange(refused, () => void changeForCustomer(key, other, wanted.quantity));
    else if (reply) toastError(result?.message || failure.cartAdd);
    return false;
  });
  const removed = runForLine(key, async (show, isLast) => {
    if (!(await added)) return false;
    const { reply, refused } = await runCall(callStore(removeToCartCall, { body: toRemovalBody(line) }));
    if (reply) {
      // A cart that was loaded meanwhile may show it again.
      if (isLast()) show(removeLine(key));
      reportReplaced(line, other);
      toastSuccess(success.cartUpdated);
      return true;
    }
    markStale();
    const isShown = show(putLine(old, index));
    if (refused && isShown && !refused.alreadyShown) {
      const values = { old: describeVariant(line), other: describeVariant(other), product: line.product_name };
      const told = t('Your cart has both {old} and {other} of {product} now: {reason}', {
        ...values,
        reason: describeFailure(refused),
      });
      const retry = () => void (isSameCart() && removeCartItem(key));
      toastError(told, { action: { label: t('Try again'), run: retry } });
    }
    return false;
  });
  try {
    return (await removed) ?? false;
  } finally {
    $isChangingVariant.set(false);
  }
}
