import { map } from 'nanostores';
import type * as z from 'zod/mini';
import type { Outcome } from '#lib/client/request.ts';
import { accountDetailsCall, type accountDetailsForm, resetPasswordCall } from '#lib/contract/accounts.ts';
import { success } from '#lib/contract/messages/successes.ts';
import { TOAST_SHORT_MS } from '#lib/site/timings.ts';
import { messageOf } from '#lib/state/calls/call-messages.ts';
import { callStore } from '#lib/state/calls/call-store.ts';
import { type ActionResult, runCall, trackIn } from '#lib/state/calls/run-call.ts';
import { registerForReset } from '#lib/state/persistence/shared-map.ts';
import { mergeCustomer } from '#lib/state/session/session.ts';
import { toastSuccess } from '#lib/state/ui/toasts.ts';
import { $shippingAddress } from './shipping-address.ts';

/** The state of the account forms. It belongs to one tab. */
export interface AccountDetailsState {
  loading: boolean;
  error: string | null;
}

const idle: AccountDetailsState = { loading: false, error: null };

export const $accountDetails = registerForReset(map(idle), idle);

const toast = { duration: TOAST_SHORT_MS };

interface NewPassword {
  old_password?: string;
  new_password: string;
}

/** Changes the customer's name, in every tab (specification, sign-in). */
export const saveAccountDetails = (name: z.output<typeof accountDetailsForm>): Promise<ActionResult> =>
  save(callStore(accountDetailsCall, { body: name }), success.accountDetails, () => mergeCustomer(name));

/** Asks for reminders of the customer's cart by mail, or ends them. */
export const saveCartReminder = (name: z.output<typeof accountDetailsForm>, wants: boolean): Promise<ActionResult> =>
  save(callStore(accountDetailsCall, { body: { ...name, cart_reminder: wants } }), success.accountDetails, () =>
    $shippingAddress.setKey('reminds', wants),
  );

/** Changes the customer's password, or sets the first one, which needs no old one. All other sessions of the customer end. */
export function changePassword({ old_password, new_password }: NewPassword): Promise<ActionResult> {
  const body = { ...(old_password !== undefined && { old_password }), new_password, confirm_password: new_password };
  return save(callStore(resetPasswordCall, { body }), success.passwordChanged, () => mergeCustomer({ has_password: true }));
}

async function save(
  sent: Promise<Outcome<typeof accountDetailsCall | typeof resetPasswordCall>>,
  text: string,
  onSuccess: () => void,
): Promise<ActionResult> {
  const { reply, result } = await runCall(sent, { track: trackIn($accountDetails), toast });
  if (!reply) return result;
  onSuccess();
  toastSuccess(messageOf(reply, text), toast);
  return result;
}
