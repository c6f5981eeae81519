import * as z from 'zod/mini';
import { MAX_ADDRESS_LINE, MAX_AWB, MAX_AWB_LIST } from '#lib/contract/field-lengths.ts';
import { id, rupees, timestamp } from '#lib/contract/fields.ts';
import { MAX_STAGED_ORDERS } from '#lib/contract/limits.ts';
import { shipment } from '#lib/contract/orders.ts';
import { paymentMethods } from '#lib/contract/payment-methods.ts';
import { adminCall } from './admin-call.ts';
import { printKinds, printPapers } from './print-kinds.ts';

const orderNumber = z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_ADDRESS_LINE));
const orderNumbers = z.array(orderNumber).check(z.minLength(1), z.maxLength(MAX_STAGED_ORDERS));

/** The number that a courier gives to a parcel, in the case in which it is written. */
export const awbPattern = new RegExp(`^[A-Za-z0-9-]{1,${MAX_AWB}}$`);

const awbError = 'An AWB has letters, digits and dashes only.';
/** Says what is wrong with a word in the place of an AWB. */
export const wordError = 'An AWB has at least one digit. Look for the number on the parcel or in the courier’s list.';
/** The check of an AWB that it is no word. */
export const awbDigit = z.regex(/\d/, { error: wordError });
const awb = z.string({ error: awbError }).check(z.trim(), z.regex(awbPattern, { error: awbError, abort: true }), awbDigit);

const courierError = 'Choose the courier.';
const courier = z
  .string({ error: courierError })
  .check(z.trim(), z.minLength(1, { error: courierError }), z.maxLength(MAX_ADDRESS_LINE));

const parcel = z.extend(shipment, { id });

const parcels = z.object({
  order_number: z.string(),
  parcels: z.array(parcel),
  /** Couriers whose pages track parcels; others may be named too. */
  couriers: z.array(z.string()),
});

export const adminParcelsCall = adminCall('adminParcels', 'GET /parcels/{order_number}', 'packer', {
  summary: 'The parcels of an order, also before its dispatch.',
  params: z.object({ order_number: orderNumber }),
  reply: parcels,
});

export const adminSetParcelCall = adminCall('adminSetParcel', 'POST /parcel', 'packer', {
  summary: 'Adds a parcel with its AWB to an order, or corrects one. 409 when another order has the AWB.',
  body: z.object({
    order_number: orderNumber,
    /** The parcel to correct; a new one without. */
    id: z.optional(id),
    courier,
    awb,
  }),
  reply: parcels,
});

export const adminRemoveParcelCall = adminCall('adminRemoveParcel', 'POST /parcel/remove', 'packer', {
  summary: 'Removes a parcel of an order.',
  body: z.object({ order_number: orderNumber, id }),
  reply: parcels,
});

/** What a line of a list does to its order. */
export const awbLineResults = ['ship', 'add', 'correct', 'unchanged', 'refused'] as const;

const awbLine = z.object({
  /** From 1. */
  line: z.int(),
  order_number: z.nullable(z.string()),
  awb: z.string(),
  courier: z.nullable(z.string()),
  /** `ship`: its order is dispatched; `add`, `correct`: only the parcel changes. */
  result: z.enum(awbLineResults),
  message: z.string(),
});
export type AwbLine = z.output<typeof awbLine>;

export const adminShipListCall = adminCall('adminShipList', 'POST /ship-list', 'packer', {
  summary:
    'Reads a list of order numbers and AWBs, says what each line does, and with `apply` dispatches the orders, which can be undone for two minutes. The same list again changes nothing.',
  body: z.object({
    /** Lines of "number AWB" or "number AWB courier", or of AWBs in the order of `orders`. */
    text: z.optional(z.string().check(z.maxLength(MAX_AWB_LIST))),
    /** A CSV file or a workbook in base64, in place of the text. */
    file: z.optional(z.base64().check(z.maxLength(MAX_AWB_LIST))),
    /** The orders as shown, for lines without a number. */
    orders: z.optional(z.array(orderNumber).check(z.maxLength(MAX_STAGED_ORDERS))),
    /** For lines without a courier. */
    courier: z.optional(z.string().check(z.trim(), z.maxLength(MAX_ADDRESS_LINE))),
    apply: z.optional(z.boolean()),
    form_id: z.optional(z.uuid()),
  }),
  reply: z.object({
    lines: z.array(awbLine),
    applied: z.boolean(),
    /** What can be undone; left out if no order was dispatched. */
    action_id: z.optional(z.int()),
  }),
});

const handledOrder = z.object({
  order_number: z.string(),
  placed_at: timestamp,
  payment_method: z.enum(paymentMethods),
  /** What the courier collects; left out when nothing is due. */
  amount_to_collect: z.optional(rupees),
  units: z.int(),
  customer_name: z.string(),
  city: z.string(),
  pincode: z.string(),
  packed: z.boolean(),
  parcels: z.array(parcel),
});
export type HandledOrder = z.output<typeof handledOrder>;

export const adminToShipCall = adminCall('adminToShip', 'GET /to-ship', 'packer', {
  summary: 'Confirmed orders that have not been dispatched, packed ones first, then the oldest.',
  reply: z.object({
    orders: z.array(handledOrder),
    /** Whether there are more than the reply has. */
    more: z.boolean(),
    couriers: z.array(z.string()),
  }),
});

const packedItem = z.object({
  id,
  product_name: z.string(),
  /** Such as "Size: M · Colour: Navy"; empty for a product without a choice. */
  variation: z.string(),
  sku: z.nullable(z.string()),
  product_images: z.string(),
  quantity: z.int(),
});

export const adminToPackCall = adminCall('adminToPack', 'GET /to-pack', 'packer', {
  summary: 'One confirmed order to pack: the named one, else the oldest, or the next one after `after`.',
  params: z.object({ order: z.optional(orderNumber), after: z.optional(orderNumber) }),
  reply: z.object({
    /** Left out when nothing is to be packed. */
    order: z.optional(
      z.extend(handledOrder, {
        state: z.string(),
        note: z.optional(z.string()),
        items: z.array(packedItem),
      }),
    ),
    /** Which of the orders to pack it is, from 1; 0 for one that is packed already. */
    position: z.int(),
    /** How many there are, up to a bound. */
    count: z.int(),
  }),
});

export const adminPackedCall = adminCall('adminPacked', 'POST /packed', 'packer', {
  summary: 'Marks an order as packed, which can be undone for two minutes.',
  body: z.object({ order_number: orderNumber, form_id: z.optional(z.uuid()) }),
  reply: z.object({ order_number: z.string(), action_id: z.int() }),
});

export const courierFormats = ['shiprocket', 'delhivery', 'india-post'] as const;
export type CourierFormat = (typeof courierFormats)[number];

export const adminCourierFileCall = adminCall('adminCourierFile', 'POST /courier-file', 'owner', {
  summary: 'The CSV file with which orders are announced to a courier; it has their values.',
  body: z.object({
    orders: orderNumbers,
    format: z.enum(courierFormats),
    /** The shop's place in the courier's account from which it collects. */
    pickup: z.optional(z.string().check(z.trim(), z.maxLength(MAX_ADDRESS_LINE))),
  }),
  reply: z.object({ file_name: z.string(), text: z.string() }),
});

export const adminPrintCall = adminCall('adminPrint', 'POST /print', 'packer', {
  summary:
    'A printable document of orders as HTML. Printing invoices makes what is staged on their orders at once. 409 when an order has no invoice yet.',
  body: z.object({
    kind: z.enum(printKinds),
    orders: orderNumbers,
    /** Labels: one to a page of 100 × 150 mm (`label`), or four on A4. Slips: A5 or A4. */
    paper: z.optional(z.enum(printPapers)),
    /** Slips without prices, such as of gifts; those of packers never have any. */
    without_prices: z.optional(z.boolean()),
  }),
  reply: z.object({ html: z.string(), style: z.string(), script: z.string() }),
});
