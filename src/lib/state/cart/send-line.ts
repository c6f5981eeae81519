import type { Refused } from '#lib/client/request.ts';
import { addToCartCall, type CartItem, type CartResult, removeToCartCall } from '#lib/contract/cart.ts';
import { type LineChange, lineKey, putLine, removeLine } from '#lib/rules/cart/cart.ts';
import { toastRefusedChange } from '#lib/state/calls/call-messages.ts';
import { callStore } from '#lib/state/calls/call-store.ts';
import { type CallProgress, runCall } from '#lib/state/calls/run-call.ts';
import { $unsaved } from '#lib/state/persistence/saved-state.ts';
import { watchReset } from '#lib/state/persistence/shared-map.ts';
import { isSignedIn } from '#lib/state/session/session.ts';
import { toastError, toastSuccess } from '#lib/state/ui/toasts.ts';
import { applyResult, findResult, toLineBody, toRemovalBody } from './build-line.ts';
import { $cart, changeLine, findLine } from './cart.ts';
import { markStale, untilMerged, whileBusy } from './customer-cart.ts';

/** A line with calls under way. */
interface PendingLine {
  isSameCart: () => boolean;
  /** As the server has it; undefined if it has none. */
  confirmed: CartItem | undefined;
  index: number;
  /** The quantity after all calls. */
  wanted: number;
  /** The last call that runs or waits. */
  latest: Promise<unknown>;
}

const pending = new Map<string, PendingLine>();

/** The quantity that a line has once its calls have ended. */
export function wantedQuantity(key: string): number {
  const known = pending.get(key);
  return known?.isSameCart() ? known.wanted : (findLine(key)?.quantity ?? 0);
}

/** Notes how the server has a line, before a change of it is shown. */
export function notePending(key: string): PendingLine {
  const known = pending.get(key);
  if (known?.isSameCart()) return known;
  const confirmed = findLine(key);
  const index = confirmed ? $cart.get().cartItems.indexOf(confirmed) : Number.POSITIVE_INFINITY;
  const wanted = confirmed?.quantity ?? 0;
  const noted = { isSameCart: watchReset(), confirmed, index, wanted, latest: known?.latest ?? untilMerged() };
  pending.set(key, noted);
  return noted;
}

/** What has become of a change; a guest's has no reply. */
interface LineOutcome {
  isDone: boolean;
  reply?: { message?: string | string[] | undefined };
  refused?: Refused;
  result?: CartResult | undefined;
}

interface LineOptions {
  /** Shows the change at once; a refused one is undone. A customer's is otherwise shown as the server confirms it. */
  show?: LineChange;
  /** Left out if another change of the line follows before it is sent, and silent if one follows before its reply. */
  isReplaceable?: boolean;
  /** Whether to make the call. */
  after?: Promise<boolean>;
  /** Default message of a refusal. */
  failure?: string;
  track?: (progress: CallProgress) => void;
}

/**
 * Sets the quantity of a line, or removes it with 0: a guest's here, a customer's on the server too, after earlier calls about the line, so that
 * the server ends with the shopper's last click. After the last one the line is as the server has it. Undefined when nothing is to be said:
 * a sign-out has reset the cart, or another change replaces this one.
 */
export async function sendLine(line: CartItem, quantity: number, options: LineOptions = {}): Promise<LineOutcome | undefined> {
  const { show, isReplaceable = false, after, failure, track } = options;
  const key = lineKey(line);
  if (!isSignedIn()) {
    changeLine(show ?? putLine({ ...line, quantity }));
    return { isDone: true };
  }
  const known = notePending(key);
  known.wanted = quantity;
  if (show) changeLine(show);
  const isReplaced = (): boolean => !known.isSameCart() || (isReplaceable && known.latest !== run);
  const call = async (): Promise<LineOutcome> => {
    if (quantity === 0) {
      const { reply, refused } = await runCall(callStore(removeToCartCall, { body: toRemovalBody(line) }));
      return { isDone: reply !== undefined, ...(reply && { reply }), ...(refused && { refused }) };
    }
    const sent = callStore(addToCartCall, { body: toLineBody(line, quantity), ...(failure && { failure }) });
    const { reply, refused } = await runCall(sent, track && { track });
    const result = reply && findResult(line, reply.data.results);
    return { isDone: result?.status === true, ...(reply && { reply }), ...(refused && { refused }), result };
  };
  const send = async (): Promise<LineOutcome | undefined> => {
    const outcome = isReplaced() || (await after) === false ? undefined : await call();
    // The reply of an unclear call may be lost, and the same customer may have signed in again before the server changed the line.
    if (outcome && !(outcome.isDone && known.isSameCart())) markStale();
    if (outcome?.isDone) {
      const shown = findLine(key);
      const now = show ? (shown ?? line) : { ...shown, ...line };
      known.confirmed = outcome.result && applyResult(now, outcome.result);
    }
    if (known.isSameCart() && known.latest === run)
      changeLine(known.confirmed ? putLine(known.confirmed, known.index) : removeLine(key));
    return isReplaced() ? undefined : outcome;
  };
  const run = known.latest.then(send);
  known.latest = run;
  return whileBusy(async () => {
    try {
      return await run;
    } finally {
      if (known.latest === run && pending.get(key) === known) pending.delete(key);
    }
  });
}

/** Confirms a change of a line, of a guest by `text`. Says nothing where the browser has not saved it: the cart shows why. */
export function toastDone(
  { reply }: LineOutcome,
  text: string,
  messageOfReply: (reply: NonNullable<LineOutcome['reply']>) => string | string[],
): void {
  if (reply) toastSuccess(messageOfReply(reply));
  else if (!$unsaved.get().includes('cart')) toastSuccess(text);
}

/** Says why a change of a line was undone. */
export function toastUndone({ refused, reply, result }: LineOutcome, text: string, retry: () => void): void {
  if (refused) toastRefusedChange(refused, retry);
  else if (reply) toastError(result?.message || text);
}
