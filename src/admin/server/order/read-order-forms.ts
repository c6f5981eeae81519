import * as z from 'zod/mini';
import { fieldDigits } from '#admin/server/field-text.ts';
import { address } from '#lib/contract/address.ts';
import { type OrderEdit, orderEdit } from '#lib/contract/admin/order.ts';
import type { Shipment } from '#lib/contract/orders.ts';
import { parseJson } from '#lib/rules/text.ts';

const textOf = (form: FormData, name: string): string => String(form.get(name) ?? '').trim();

/** Courier and AWB of a form; undefined without both, null when one of them is missing. */
export function readShipment(form: FormData): Shipment | undefined | null {
  const [courier, tracking_number] = [textOf(form, 'courier'), textOf(form, 'tracking_number')];
  if (!courier && !tracking_number) return undefined;
  return courier && tracking_number ? { courier, tracking_number } : null;
}

/** The fields of an address form. */
export const addressFields = [
  'firstname',
  'lastname',
  'phone_number',
  'alt_phone_number',
  'email',
  'address',
  'city',
  'pincode',
  'state',
] as const;

/** What is wrong with the fields of a form. */
type FieldErrors = Record<string, string[]>;

/** Reads the edit that a form asks for: its fields, or the edit of a preview that it confirms. */
export function readEdit(form: FormData): { edit: OrderEdit } | { errors: FieldErrors } {
  if (form.has('edit')) {
    const kept = z.safeParse(orderEdit, parseJson(textOf(form, 'edit')));
    return kept.success ? { edit: kept.data } : { errors: {} };
  }
  const kind = textOf(form, 'kind');
  if (kind === 'address') {
    const parsed = z.safeParse(address, {
      ...Object.fromEntries(addressFields.map((name) => [name, textOf(form, name)])),
      phone_number: fieldDigits(form, 'phone_number', 'phone'),
      alt_phone_number: fieldDigits(form, 'alt_phone_number', 'phone'),
      pincode: fieldDigits(form, 'pincode', 'code'),
    });
    if (parsed.success) return { edit: { kind, address: parsed.data } };
    return { errors: z.flattenError(parsed.error).fieldErrors as FieldErrors };
  }
  const parsed = z.safeParse(orderEdit, {
    kind,
    item_id: Number(form.get('item')),
    variant_id: Number(form.get('variant')),
    quantity: Number(form.get('quantity')),
    reason: textOf(form, 'reason') || undefined,
  });
  return parsed.success ? { edit: parsed.data } : { errors: {} };
}
