import * as z from 'zod/mini';
import { addressLine, city, email, name, optionalPhone, phone, pincode, state } from './fields.ts';

/** Where an order goes and whom to call (specification 3, 5). */
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

/** The short form: the shopper's name and contact are already known. */
export const shortAddress = z.pick(address, { address: true, pincode: true, city: true, state: true });
export type ShortAddress = z.output<typeof shortAddress>;
