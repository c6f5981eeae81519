import { map } from 'nanostores';
import type * as z from 'zod/mini';
import { contact, type contactForm } from '#lib/contract/contact.ts';
import { success } from '#lib/contract/messages.ts';
import type { ActionResult } from './auth.ts';
import { isRefused, toastRefusal } from './call.ts';
import { callWithCaptcha } from './captcha.ts';
import { fetchFailure } from './fetch-failure.ts';
import { toastSuccess } from './toast.ts';

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
export async function sendMessage(message: ContactMessage): Promise<ActionResult> {
  if ($contact.get().loading) return { ok: false };
  $contact.set({ received: null, loading: true });
  const outcome = await callWithCaptcha(contact, { body: message });
  $contact.setKey('loading', false);
  if (!outcome) return { ok: false };
  if (isRefused(outcome)) {
    toastRefusal(outcome);
    return { ok: false, message: fetchFailure(outcome), ...(outcome.errors && { fields: outcome.errors }) };
  }
  $contact.setKey('received', message);
  toastSuccess(outcome.message?.length ? outcome.message : success.contactSent, { subject: 'contact' });
  return { ok: true };
}

/** Begins another message. */
export const writeAnother = (): void => $contact.set(writing);
