import type { State } from '#api/services/invoices/gst-state-codes.ts';
import type { PaymentMethod } from '#lib/contract/payment-methods.ts';
import type { Rate, TaxSplit } from './calculate-tax.ts';

/** One line of an invoice. Amounts in paise, tax included. */
export interface InvoiceLine extends TaxSplit {
  description: string;
  hsn: string | null;
  quantity: number;
  price: number;
  discount: number;
  amount: number;
  /** Null on a bill of supply. */
  rate: Rate | null;
}

/** Everything that an invoice or a credit note says, as stored when it is issued. */
export interface InvoiceDocument {
  kind: 'tax_invoice' | 'bill_of_supply' | 'credit_note';
  credits?: Pick<InvoiceDocument, 'kind' | 'number' | 'issued_at'>;
  number: string;
  /** ISO 8601. */
  issued_at: string;
  order_number: string;
  /** ISO 8601. */
  ordered_at: string;
  payment_method: PaymentMethod;
  store_name: string;
  support_email: string | null;
  support_phone?: string;
  /** Days from delivery within which goods can be returned, if the shop says so. */
  return_days?: number;
  seller: { name: string; address: string | null; gstin: string | null; state: State | null };
  buyer: { name: string; address: string; city: string; pincode: string; state: string; phone_number: string };
  /** State of the delivery; null when its name and pincode are unknown. */
  place_of_supply: State | null;
  /** Whether seller and delivery are in one State, so that the tax is CGST and SGST. */
  is_same_state: boolean;
  lines: InvoiceLine[];
  /** The part of the lines' discounts that is for paying ahead, in paise; left out if there is none. */
  prepaid_discount?: number;
  /** Paise. */
  total: number;
}
