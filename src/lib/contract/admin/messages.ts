import * as z from 'zod/mini';
import { MAX_MESSAGE_REPLY } from '#lib/contract/field-lengths.ts';
import { fieldErrors } from '#lib/contract/messages/field-errors.ts';
import { removeInvisible } from '#lib/contract/text/typed-text.ts';
import { adminCall } from './admin-call.ts';

export const messageStates = ['open', 'answered', 'done'] as const;
/** Open until it is answered or needs no answer. */
export type MessageState = (typeof messageStates)[number];

const message = z.object({
  id: z.int(),
  created_at: z.string(),
  state: z.enum(messageStates),
  name: z.string(),
  email: z.string(),
  phone_number: z.string(),
  subject: z.string(),
  message: z.string(),
});
export type Message = z.output<typeof message>;

/** The number of a message in a path or query. */
const messageNumber = z.string().check(z.regex(/^[1-9]\d{0,14}$/));

export const adminMessagesCall = adminCall('adminMessages', 'GET /messages', 'owner', {
  summary: 'Messages of the contact form, the newest first, a page at a time.',
  params: z.object({
    state: z.optional(z.enum(messageStates)),
    /** Only those with a smaller number. */
    before: z.optional(messageNumber),
  }),
  reply: z.object({
    messages: z.array(message),
    /** The `before` of the next page; absent on the last. */
    next: z.optional(z.int()),
  }),
});

export const adminMessageCall = adminCall('adminMessage', 'GET /messages/{id}', 'owner', {
  summary: 'A message with its answers.',
  params: z.object({ id: messageNumber }),
  reply: z.extend(message, {
    replies: z.array(z.object({ at: z.string(), by: z.string(), reply: z.string() })),
    can_reply: z.boolean(),
  }),
});

/** Text of several lines without control characters. */
const lines = (text: string): string =>
  removeInvisible(text)
    .replace(/\r\n?/g, '\n')
    .replace(/(?![\n\t])[\p{Cc}\p{Cs}]+/gu, ' ');

export const adminReplyMessageCall = adminCall('adminReplyMessage', 'POST /messages/{id}/reply', 'owner', {
  summary: 'Answers a message by mail. Repeated with the same form_id, it is sent once.',
  params: z.object({ id: messageNumber }),
  body: z.object({
    form_id: z.uuid(),
    reply: z
      .string({ error: fieldErrors.messageRequired })
      .check(
        z.overwrite(lines),
        z.trim(),
        z.minLength(1, { error: fieldErrors.messageRequired, abort: true }),
        z.maxLength(MAX_MESSAGE_REPLY, { error: fieldErrors.tooLong }),
      ),
  }),
});

export const adminSetMessageStateCall = adminCall('adminSetMessageState', 'POST /messages/{id}/state', 'owner', {
  summary: 'Marks a message as done, or as open again.',
  params: z.object({ id: messageNumber }),
  body: z.object({ state: z.enum(['open', 'done']) }),
});
