import { atom } from 'nanostores';
import type { BodyOf } from '#lib/contract/calls/define-call.ts';
import type { Variant } from '#lib/contract/catalogue.ts';
import { success } from '#lib/contract/messages/successes.ts';
import { stockAlertCall, stockAlertForm, stopStockAlertsCall } from '#lib/contract/wishlist.ts';
import { textOf } from '#lib/state/calls/call-messages.ts';
import { callStore } from '#lib/state/calls/call-store.ts';
import { type ActionResult, runCall } from '#lib/state/calls/run-call.ts';

/** The sold-out variant that the shopper has chosen; undefined without one. */
export const $soldOutChoice = atom<Variant | undefined>();

/** Asks for one mail when a product or variant is back. An invalid address gets the message of every form. */
export async function askForStockAlert(body: BodyOf<typeof stockAlertCall>): Promise<ActionResult> {
  const { error } = stockAlertForm.safeParse(body);
  if (error) return { ok: false, message: error.issues[0]?.message ?? '' };
  return (await runCall(callStore(stockAlertCall, { body }))).result;
}

/** Stops the mails of a mailed link. The message says what was done, or why not. */
export async function stopMailedAlerts(token: string, all: boolean): Promise<ActionResult> {
  const { reply, result } = await runCall(callStore(stopStockAlertsCall, { body: { token, all } }));
  return reply ? { ok: true, message: textOf(reply, success.stockAlertsStopped) } : result;
}
