import { randomUUID } from 'node:crypto';

export interface OtherCustomer {
  firstname: string;
  lastname: string;
  phone_number: string;
  alt_phone_number: string;
}

export interface OtherLine {
  product_id: number;
  /** Id of the variant; null without one. */
  id: number | null;
  quantity: number;
}

export interface OtherOrder {
  order_id: number;
  order_number: string;
  order_date: string;
  status: string;
  payment_method: string;
  price: string;
  final_amount: string;
  quantity: number;
  discount_amount: string;
}

/** What the store knows of one shopper. */
export interface Account {
  token: string;
  customer: OtherCustomer;
  isKnown: boolean;
  cart: OtherLine[];
  orders: OtherOrder[];
  wishes: Set<number>;
  address: Record<string, unknown> | null;
}

/** Opens an account without anything in it. */
export const openAccount = (phone_number: string, names: Partial<OtherCustomer> = {}): Account => ({
  token: randomUUID(),
  customer: { firstname: '', lastname: '', alt_phone_number: '', ...names, phone_number },
  isKnown: names.firstname !== undefined,
  cart: [],
  orders: [],
  wishes: new Set(),
  address: null,
});
