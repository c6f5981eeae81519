import * as z from 'zod/mini';
import { defineCall, replyWith } from '#lib/contract/calls/define-call.ts';
import { MAX_ADDRESS_LINE, MAX_AWB, MAX_AWB_LIST } from '#lib/contract/field-lengths.ts';
import { id, rupees, timestamp } from '#lib/contract/fields.ts';
import { MAX_STAGED_ORDERS } from '#lib/contract/limits.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { shipment } from '#lib/contract/orders.ts';
import { paymentMethods } from '#lib/contract/payment-methods.ts';
import { printKinds, printPapers } from './print-kinds.ts';

const orderNumber = z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_ADDRESS_LINE));
const orderNumbers = z.array(orderNumber).check(z.minLength(1), z.maxLength(MAX_STAGED_ORDERS));

/** The number that a courier gives to a parcel, in the case in which it is written. */
export const awbPattern = new RegExp(`^[A-Za-z0-9-]{1,${MAX_AWB}}$`);

const awbError = 'An AWB has letters, digits and dashes only.';
const awb = z.string({ error: awbError }).check(z.trim(), z.regex(awbPattern, { error: awbError }));

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
export type OrderParcels = z.output<typeof parcels>;

export const adminParcelsCall = defineCall({
  name: 'adminParcels',
  method: 'GET',
  path: '/admin/parcels/{order_number}',
  access: 'packer',
  summary: 'The parcels of an order, also before its dispatch.',
  params: z.object({ order_number: orderNumber }),
  reply: replyWith(parcels),
  failure: failure.generic,
  beyondSpecification: true,
});

export const adminSetParcelCall = defineCall({
  name: 'adminSetParcel',
  method: 'POST',
  path: '/admin/parcel',
  access: 'packer',
  summary: 'Adds a parcel with its AWB to an order, or corrects one. 409 when another order has the AWB.',
  body: z.object({
    order_number: orderNumber,
    /** The parcel to correct; a new one without. */
    id: z.optional(id),
    courier,
    awb,
  }),
  reply: replyWith(parcels),
  failure: failure.generic,
  beyondSpecification: true,
});

export const adminRemoveParcelCall = defineCall({
  name: 'adminRemoveParcel',
  method: 'POST',
  path: '/admin/parcel/remove',
  access: 'packer',
  summary: 'Removes a parcel of an order.',
  body: z.object({ order_number: orderNumber, id }),
  reply: replyWith(parcels),
  failure: failure.generic,
  beyondSpecification: true,
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
  /** One sentence. */
  message: z.string(),
});
export type AwbLine = z.output<typeof awbLine>;

export const adminShipListCall = defineCall({
  name: 'adminShipList',
  method: 'POST',
  path: '/admin/ship-list',
  access: 'packer',
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
  reply: replyWith(
    z.object({
      lines: z.array(awbLine),
      applied: z.boolean(),
      /** What can be undone; left out if no order was dispatched. */
      action_id: z.optional(z.int()),
    }),
  ),
  failure: failure.generic,
  beyondSpecification: true,
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

export const adminToShipCall = defineCall({
  name: 'adminToShip',
  method: 'GET',
  path: '/admin/to-ship',
  access: 'packer',
  summary: 'Confirmed orders that have not been dispatched, packed ones first, then the oldest.',
  reply: replyWith(
    z.object({
      orders: z.array(handledOrder),
      /** Whether there are more than the reply has. */
      more: z.boolean(),
      couriers: z.array(z.string()),
    }),
  ),
  failure: failure.generic,
  beyondSpecification: true,
});

const packedItem = z.object({
  /** Tells it from the other items of its order. */
  id,
  product_name: z.string(),
  /** Such as "Size: M · Colour: Navy"; empty for a product without a choice. */
  variation: z.string(),
  sku: z.nullable(z.string()),
  product_images: z.string(),
  quantity: z.int(),
});

export const adminToPackCall = defineCall({
  name: 'adminToPack',
  method: 'GET',
  path: '/admin/to-pack',
  access: 'packer',
  summary: 'One confirmed order to pack: the named one, else the oldest, or the next one after `after`.',
  params: z.object({ order: z.optional(orderNumber), after: z.optional(orderNumber) }),
  reply: replyWith(
    z.object({
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
  ),
  failure: failure.generic,
  beyondSpecification: true,
});

export const adminPackedCall = defineCall({
  name: 'adminPacked',
  method: 'POST',
  path: '/admin/packed',
  access: 'packer',
  summary: 'Marks an order as packed, which can be undone for two minutes.',
  body: z.object({ order_number: orderNumber, form_id: z.optional(z.uuid()) }),
  reply: replyWith(z.object({ order_number: z.string(), action_id: z.int() })),
  failure: failure.generic,
  beyondSpecification: true,
});

export const courierFormats = ['shiprocket', 'delhivery', 'india-post'] as const;
export type CourierFormat = (typeof courierFormats)[number];

export const adminCourierFileCall = defineCall({
  name: 'adminCourierFile',
  method: 'POST',
  path: '/admin/courier-file',
  access: 'owner',
  summary: 'The CSV file with which orders are announced to a courier; it has their values.',
  body: z.object({
    orders: orderNumbers,
    format: z.enum(courierFormats),
    /** The shop's place in the courier's account from which it collects. */
    pickup: z.optional(z.string().check(z.trim(), z.maxLength(MAX_ADDRESS_LINE))),
  }),
  reply: replyWith(z.object({ file_name: z.string(), text: z.string() })),
  failure: failure.generic,
  beyondSpecification: true,
});

export const adminPrintCall = defineCall({
  name: 'adminPrint',
  method: 'POST',
  path: '/admin/print',
  access: 'packer',
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
  reply: replyWith(z.object({ html: z.string(), style: z.string(), script: z.string() })),
  failure: failure.generic,
  beyondSpecification: true,
});

export const fulfilmentAdminCalls = [
  adminParcelsCall,
  adminSetParcelCall,
  adminRemoveParcelCall,
  adminShipListCall,
  adminToShipCall,
  adminToPackCall,
  adminPackedCall,
  adminCourierFileCall,
  adminPrintCall,
] as const;
