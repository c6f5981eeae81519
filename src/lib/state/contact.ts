import { map } from 'nanostores';
import type * as z from 'zod/mini';
import { contactCall, type contactForm } from '#lib/contract/contact.ts';
import { success } from '#lib/contract/texts.ts';
import type { ActionResult } from './auth/complete-sign-in.ts';
import { isRefused, toastRefusal } from './session/call.ts';
import { callWithCaptcha } from './session/captcha.ts';
import { describeFailure } from './session/failure-text.ts';
import { toastSuccess } from './ui/toasts.ts';

export type ContactMessage = z.input<typeof contactForm>;

export interface ContactState {
  /** The message that the store has received; null while one is being written. */
  received: ContactMessage | null;
  loading: boolean;
}

const writing: ContactState = { received: null, loading: false };

/** The shopper's message to the store. */
export const $contact = map<ContactState>(writing);

/** Sends a message to the store, one at a time: asked again while one is on its way, it does nothing. */
export async function sendContactMessage(message: ContactMessage): Promise<ActionResult> {
  if ($contact.get().loading) return { ok: false };
  $contact.set({ received: null, loading: true });
  const outcome = await callWithCaptcha(contactCall, { body: message });
  $contact.setKey('loading', false);
  if (!outcome) return { ok: false };
  if (isRefused(outcome)) {
    toastRefusal(outcome);
    return { ok: false, message: describeFailure(outcome), ...(outcome.errors && { fields: outcome.errors }) };
  }
  $contact.setKey('received', message);
  toastSuccess(outcome.message?.length ? outcome.message : success.contactSent, { subject: 'contact' });
  return { ok: true };
}

/** Begins another message. */
export const startNewContactMessage = (): void => $contact.set(writing);
