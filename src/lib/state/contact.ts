import { map } from 'nanostores';
import type * as z from 'zod/mini';
import { contactCall, type contactForm } from '#lib/contract/contact.ts';
import { success } from '#lib/contract/messages/successes.ts';
import { messageOf } from '#lib/state/calls/call-messages.ts';
import { callWithCaptcha } from '#lib/state/calls/call-with-captcha.ts';
import { type ActionResult, runCall } from '#lib/state/calls/run-call.ts';
import { toastSuccess } from './ui/toasts.ts';

export type ContactMessage = z.input<typeof contactForm>;

export interface ContactState {
  /** The message that the store has received; null while one is being written. */
  received: ContactMessage | null;
  loading: boolean;
}

const initial: ContactState = { received: null, loading: false };

export const $contact = map<ContactState>(initial);

/** Sends a message to the store; does nothing while one is in flight. */
export async function sendContactMessage(message: ContactMessage): Promise<ActionResult> {
  if ($contact.get().loading) return { ok: false };
  $contact.setKey('received', null);
  const { reply, result } = await runCall(callWithCaptcha(contactCall, { body: message }), {
    track: ({ loading }) => $contact.setKey('loading', loading),
    apply: () => $contact.setKey('received', message),
    toast: {},
  });
  if (reply) toastSuccess(messageOf(reply, success.contactSent));
  return result;
}

/** Clears the form's result, for another message. */
export const startNewContactMessage = (): void => $contact.set(initial);
