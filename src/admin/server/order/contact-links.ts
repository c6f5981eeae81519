import type { AdminOrder } from '#lib/contract/admin/order.ts';
import { ORDER_CONFIRMED, ORDER_DELIVERED, ORDER_DISPATCHED, ORDER_PLACED } from '#lib/contract/order-status.ts';
import { formatRupees } from '#lib/rules/money.ts';

/** A link that calls a ten-digit number. */
export const callUrl = (phone: string): string => `tel:+91${phone}`;

/** An address on one line for each part, as a label has it. */
export const formatAddress = ({
  firstname,
  lastname,
  address,
  city,
  pincode,
  state,
  phone_number,
}: AdminOrder['address']): string =>
  [`${firstname} ${lastname}`, address, `${city} ${pincode}`, state, `Phone ${phone_number}`].join('\n');

/** The message to the customer that fits the order's status. */
function messageOf({ order_number, status, payment_method, to_collect, shipment }: AdminOrder): string {
  const named = `your order ${order_number}`;
  if (status === ORDER_PLACED && payment_method === 'cod')
    return `Thank you for ${named}: ${formatRupees(to_collect)}, to be paid on delivery. Please reply YES and we will send it.`;
  if (status === ORDER_PLACED || status === ORDER_CONFIRMED) return `Thank you for ${named}. We are packing it.`;
  if (status === ORDER_DELIVERED) return `We hope you like ${named}. Is everything all right?`;
  if (status === ORDER_DISPATCHED && shipment)
    return `${order_number} is on its way with ${shipment.courier}, tracking number ${shipment.tracking_number}.${shipment.url ? ` ${shipment.url}` : ''}`;
  return `This is about ${named}.`;
}

/** A WhatsApp chat with a ten-digit number, with the text ready to be sent. */
export const whatsAppChat = (phone: string, text: string): string => `https://wa.me/91${phone}?text=${encodeURIComponent(text)}`;

/** The same with the customer of an order, by its status. */
export function whatsAppUrl(order: AdminOrder, shop: string): string {
  return whatsAppChat(order.address.phone_number, `Hello ${order.address.firstname}, this is ${shop}. ${messageOf(order)}`);
}
