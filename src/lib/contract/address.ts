import * as z from 'zod/mini';
import { defineCall, replyWith } from './calls/define-call.ts';
import { addressLine, city, email, name, optionalPhone, phone, pincode, state } from './fields.ts';
import { failure } from './messages/failures.ts';

/** The shipping address of an order, with the contact details of its recipient (specification, entities and validation). */
export const address = z.object({
  email,
  firstname: name,
  lastname: name,
  phone_number: phone,
  alt_phone_number: optionalPhone,
  address: addressLine,
  pincode,
  city,
  state,
});
export type Address = z.output<typeof address>;

/** An address as it was saved: another store may have left out any field, which is then empty. */
export const savedAddress = z.object({
  email: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  phone_number: z.string(),
  alt_phone_number: z.optional(z.string()),
  address: z.string(),
  pincode: z.string(),
  city: z.string(),
  state: z.string(),
});

/** Who receives an order, apart from the second phone number. */
export const addressContact = z.pick(address, { firstname: true, lastname: true, email: true, phone_number: true });
export type AddressContact = z.output<typeof addressContact>;

/** The address form at checkout, where name and contact details are already known. */
export const shortAddress = z.pick(address, { address: true, pincode: true, city: true, state: true });
export type ShortAddress = z.output<typeof shortAddress>;

export const shippingAddressCall = defineCall({
  name: 'shippingAddress',
  method: 'POST',
  path: '/customer/shipping-address',
  access: 'customer',
  summary: 'Saves the customer’s address.',
  body: address,
  reply: replyWith(savedAddress),
  failure: failure.addressSave,
});

export const getShippingAddressCall = defineCall({
  name: 'getShippingAddress',
  method: 'GET',
  path: '/customer/get-shipping-address',
  access: 'customer',
  summary: 'The customer’s saved address; null when there is none.',
  reply: z.extend(replyWith(z.nullable(savedAddress)), {
    /** Whether the customer wants reminders of their cart by mail; absent where they cannot have any. */
    cart_reminder: z.optional(z.boolean()),
  }),
  failure: failure.addressFetch,
});
