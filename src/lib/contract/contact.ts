import * as z from 'zod/mini';
import { captchaField, defineCall, replyOk } from './calls/define-call.ts';
import { MAX_CONTACT_TEXT } from './field-lengths.ts';
import { email, name, phone } from './fields.ts';
import { failure } from './messages/failures.ts';
import { fieldErrors } from './messages/field-errors.ts';

const text = (error: string) =>
  z
    .string({ error })
    .check(z.trim(), z.minLength(1, { error, abort: true }), z.maxLength(MAX_CONTACT_TEXT, { error: fieldErrors.tooLong }));

export const contactForm = z.object({
  firstname: name,
  lastname: name,
  email,
  phone_number: phone,
  subject: text(fieldErrors.subjectRequired),
  message: text(fieldErrors.messageRequired),
  subscribe: z.optional(z.boolean()),
});

export const contactCall = defineCall({
  name: 'contact',
  method: 'POST',
  path: '/contact',
  access: 'anyone',
  summary: 'Sends a shopper’s message to the store.',
  body: z.extend(contactForm, captchaField),
  reply: replyOk,
  failure: failure.generic,
  beyondSpecification: true,
});
