import * as z from 'zod/mini';

export const customer = z.object({
  firstname: z.string(),
  lastname: z.string(),
  email: z.string(),
  phone_number: z.string(),
  /** The second phone number; equals `phone_number` when none was given (specification, entities). */
  alt_phone_number: z.string(),
  /** False for a customer who signs in by one-time code only and may set a first password (see accounts.ts). */
  has_password: z.optional(z.boolean()),
  /** True for a guest of a mailed code, who has no account and can set no password. */
  guest: z.optional(z.boolean()),
});
export type Customer = z.output<typeof customer>;

/** Data of a successful sign-in, registration or code verification. */
export const session = z.object({
  token: z.optional(z.string()),
  customer,
  email_verification_token: z.optional(z.string()),
  is_existing_customer: z.optional(z.boolean()),
});
export type Session = z.output<typeof session>;
