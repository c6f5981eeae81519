import { map } from 'nanostores';
import type * as z from 'zod/mini';
import {
  type accountDetailsForm,
  accountDetailsCall as detailsCall,
  resetPasswordCall as passwordCall,
} from '#lib/contract/accounts.ts';
import { success } from '#lib/contract/texts.ts';
import { TOAST_SHORT_MS } from '#lib/rules/timings.ts';
import type { ActionResult } from '#lib/state/auth/complete-sign-in.ts';
import { registerForReset } from '#lib/state/persistence/reset.ts';
import { callStore, isRefused, joinMessages, toastRefusal } from '#lib/state/session/call.ts';
import { mergeCustomer } from '#lib/state/session/session.ts';
import { toastSuccess } from '#lib/state/ui/toasts.ts';

/** How changing one's name or password stands (specification 3: account details). Belongs to the tab that does it. */
export interface AccountDetailsState {
  loading: boolean;
  error: string | null;
}

const idle: AccountDetailsState = { loading: false, error: null };

export const $accountDetails = registerForReset(map(idle), idle);

const about = { duration: TOAST_SHORT_MS, subject: 'account' };

/** Changes the customer's name, in every tab (specification 4.3). */
export function saveAccountDetails(name: z.output<typeof accountDetailsForm>): Promise<ActionResult> {
  return settle(callStore(detailsCall, { body: name }), success.accountDetails, () => mergeCustomer(name));
}

/** Changes the customer's password, or sets the first, which takes no old one. This session goes on; the customer's others end. */
export function changePassword({ old_password, new_password }: NewPassword): Promise<ActionResult> {
  const body = { ...(old_password !== undefined && { old_password }), new_password, confirm_password: new_password };
  return settle(callStore(passwordCall, { body }), success.passwordChanged, () => mergeCustomer({ has_password: true }));
}

interface NewPassword {
  old_password?: string;
  new_password: string;
}

type Answer = Awaited<ReturnType<typeof callStore<typeof detailsCall | typeof passwordCall>>>;

/** Keeps the state while a call is under way, and says what came of it. */
async function settle(asked: Promise<Answer>, otherwise: string, then?: () => void): Promise<ActionResult> {
  $accountDetails.set({ loading: true, error: null });
  const outcome = await asked;
  $accountDetails.setKey('loading', false);
  if (!outcome) return { ok: false };
  if (isRefused(outcome)) {
    const message = joinMessages(outcome.message);
    $accountDetails.setKey('error', message);
    toastRefusal(outcome, about);
    return { ok: false, message, ...(outcome.errors && { fields: outcome.errors }) };
  }
  then?.();
  toastSuccess(outcome.message?.length ? outcome.message : otherwise, about);
  return { ok: true };
}
