import * as z from 'zod/mini';
import { MAX_ADDRESS, MAX_EMAIL, MAX_TEXT, NAME_MAX_LENGTH, NAME_MIN_LENGTH, OTP_DIGITS, PASSWORD_MIN_LENGTH } from './limits.ts';
import { field } from './messages.ts';

/** Without control characters and halves of characters, which no line of a form holds: an order list and an SMS are lines too. */
const onOneLine = (text: string): string => text.replace(/[\p{Cc}\p{Cs}]+/gu, ' ');

/** A required line of text: missing and empty give the same message (specification 5). */
const required = (error: string) =>
  z.string({ error }).check(z.overwrite(onOneLine), z.trim(), z.minLength(1, { error, abort: true }));

export const email = required(field.emailRequired).check(
  z.maxLength(MAX_EMAIL, { error: field.emailInvalid, abort: true }),
  z.email({ error: field.emailInvalid }),
);

export const newPassword = z
  .string({ error: field.passwordRequired })
  .check(
    z.minLength(1, { error: field.passwordRequired, abort: true }),
    z.minLength(PASSWORD_MIN_LENGTH, { error: field.passwordShort, abort: true }),
    z.maxLength(MAX_TEXT, { error: field.tooLong, abort: true }),
    z.regex(/[!@#$%^&*(),.?":{}|<>]/, { error: field.passwordSpecial }),
  );

export const name = required(field.required).check(
  z.minLength(NAME_MIN_LENGTH, { error: field.nameShort, abort: true }),
  z.maxLength(NAME_MAX_LENGTH, { error: field.nameLong }),
);

export const phone = required(field.phoneRequired).check(z.regex(/^[1-9]\d{9}$/, { error: field.phoneInvalid }));

/** An optional ten-digit number; an empty field counts as absent. */
export const optionalPhone = z.optional(
  z.union([z.literal(''), z.string().check(z.trim(), z.regex(/^[1-9]\d{9}$/, { error: field.phoneInvalid }))], {
    error: field.phoneInvalid,
  }),
);

export const pincode = required(field.pincodeRequired).check(z.regex(/^\d{6}$/, { error: field.pincodeInvalid }));

/** A password that is only compared, never judged (specification 5). */
export const signInPassword = z
  .string({ error: field.passwordRequired })
  .check(z.minLength(1, { error: field.passwordRequired }), z.maxLength(MAX_TEXT, { error: field.tooLong }));

export const terms = z.literal(true, { error: field.terms });

/** A secret or receipt that only its maker reads. */
export const opaqueToken = z.string().check(z.minLength(1), z.maxLength(200));

const line = (error: string) => required(error).check(z.maxLength(MAX_ADDRESS, { error: field.tooLong }));
export const addressLine = line(field.addressRequired);
export const city = line(field.cityRequired);
export const state = line(field.stateRequired);

export const otp = required(field.codeInvalid).check(z.regex(new RegExp(`^\\d{${OTP_DIGITS}}$`), { error: field.codeInvalid }));

/** Money on the wire: rupees with two decimals, such as "1499.00". */
export const rupees = z.string().check(z.regex(/^\d+\.\d{2}$/));

/** A row's identifier. */
export const id = z.int().check(z.positive());

/** A moment on the wire: ISO 8601 in UTC. */
export const moment = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/));
