import * as z from 'zod/mini';
import {
  MAX_ADDRESS_LINE,
  MAX_EMAIL,
  MAX_ORDER_NOTE,
  MAX_TOKEN,
  NAME_MAX_LENGTH,
  NAME_MIN_LENGTH,
  OTP_DIGITS,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
} from './field-lengths.ts';
import { fieldErrors } from './messages/field-errors.ts';
import { removeInvisible, toAsciiDigits } from './text/typed-text.ts';

/** Replaces control characters and lone surrogates, which single-line text (order lists, SMS) must not contain. */
const onOneLine = (text: string): string => removeInvisible(text).replace(/[\p{Cc}\p{Cs}]+/gu, ' ');

/** Required single-line text. Missing, empty and invisible text give the same message (specification, validation). */
const required = (error: string) =>
  z.string({ error }).check(z.overwrite(onOneLine), z.trim(), z.minLength(1, { error, abort: true }));

/** Required digits in any script; the value has 0 to 9. */
const requiredDigits = (error: string) => required(error).check(z.overwrite(toAsciiDigits));

export const email = required(fieldErrors.emailRequired).check(
  z.maxLength(MAX_EMAIL, { error: fieldErrors.emailInvalid, abort: true }),
  z.email({ error: fieldErrors.emailInvalid }),
);

export const newPassword = z
  .string({ error: fieldErrors.passwordRequired })
  .check(
    z.minLength(1, { error: fieldErrors.passwordRequired, abort: true }),
    z.minLength(PASSWORD_MIN_LENGTH, { error: fieldErrors.passwordShort, abort: true }),
    z.maxLength(PASSWORD_MAX_LENGTH, { error: fieldErrors.tooLong, abort: true }),
    z.regex(/[!@#$%^&*(),.?":{}|<>]/, { error: fieldErrors.passwordSpecial }),
  );

/** Requires two password fields to be equal; the error is reported on the second (specification, validation). */
export const passwordsMatch = <First extends string, Second extends string>(first: First, second: Second) =>
  z.refine<Record<First | Second, string>>((form) => form[first] === form[second], {
    error: fieldErrors.passwordsMatch,
    path: [second],
  });

export const name = required(fieldErrors.required).check(
  z.regex(/\p{L}/u, { error: fieldErrors.required, abort: true }),
  z.minLength(NAME_MIN_LENGTH, { error: fieldErrors.nameShort, abort: true }),
  z.maxLength(NAME_MAX_LENGTH, { error: fieldErrors.nameLong }),
);

const phoneFormat = z.regex(/^[1-9]\d{9}$/, { error: fieldErrors.phoneInvalid });

export const phone = requiredDigits(fieldErrors.phoneRequired).check(phoneFormat);

/** An optional ten-digit number; an empty field counts as absent. */
export const optionalPhone = z.optional(
  z.union([z.literal(''), z.string().check(z.overwrite(onOneLine), z.trim(), z.overwrite(toAsciiDigits), phoneFormat)], {
    error: fieldErrors.phoneInvalid,
  }),
);

export const pincode = requiredDigits(fieldErrors.pincodeRequired).check(
  z.regex(/^\d{6}$/, { error: fieldErrors.pincodeInvalid }),
);

/** A password that is only compared, without rules for new passwords (specification, validation). */
export const signInPassword = z
  .string({ error: fieldErrors.passwordRequired })
  .check(
    z.minLength(1, { error: fieldErrors.passwordRequired }),
    z.maxLength(PASSWORD_MAX_LENGTH, { error: fieldErrors.tooLong }),
  );

export const terms = z.literal(true, { error: fieldErrors.terms });

/** A random token or receipt, opaque to clients. */
export const opaqueToken = z.string().check(z.minLength(1), z.maxLength(MAX_TOKEN));

/** Like `onOneLine`, with the line breaks. */
const onLines = (text: string): string =>
  removeInvisible(text)
    .replace(/\r\n?/g, '\n')
    .replace(/(?!\n)[\p{Cc}\p{Cs}]+/gu, ' ');

/** What a shopper says to the shop with an order. */
export const orderNote = z
  .string()
  .check(z.overwrite(onLines), z.trim(), z.maxLength(MAX_ORDER_NOTE, { error: fieldErrors.tooLong }));

const line = (error: string) =>
  required(error).check(
    z.regex(/[\p{L}\p{N}]/u, { error, abort: true }),
    z.maxLength(MAX_ADDRESS_LINE, { error: fieldErrors.tooLong }),
  );
export const addressLine = line(fieldErrors.addressRequired);
export const city = line(fieldErrors.cityRequired);
export const state = line(fieldErrors.stateRequired);

export const otp = requiredDigits(fieldErrors.codeInvalid).check(
  z.regex(new RegExp(`^\\d{${OTP_DIGITS}}$`), { error: fieldErrors.codeInvalid }),
);

/** Money on the wire: rupees with two decimals, such as "1499.00". */
export const rupeesPattern = /^\d+\.\d{2}$/;
export const rupees = z.string().check(z.regex(rupeesPattern));

export const id = z.int().check(z.positive());

/** A time on the wire: ISO 8601 in UTC. */
export const timestampPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;
export const timestamp = z.string().check(z.regex(timestampPattern));
