import type { Db } from '#api/database/schema/engine.ts';
import { addressOf } from '#api/services/order-address.ts';
import { amountToCollect } from '#api/services/orders/find-order.ts';
import { type Parcel, readParcels } from '#api/services/orders/parcels/parcels.ts';
import { readOrderItems } from '#api/services/orders/read-orders.ts';
import { readSettings } from '#api/services/store/settings.ts';
import type { Address } from '#lib/contract/address.ts';
import type { PaymentMethod } from '#lib/contract/payment-methods.ts';
import { labelVariant } from '#lib/rules/option-texts.ts';

/** Who sends a parcel, as the label says; null where the owner has not set it. */
interface Sender {
  name: string;
  address: string | null;
  phone: string | null;
}

interface PrintedItem {
  id: number;
  product_id: number;
  variant_id: number;
  product_name: string;
  /** Such as "Size: M · Colour: Navy"; empty for a product without a choice. */
  variantName: string;
  sku: string | null;
  /** Of one unit; null if unknown. */
  grams: number | null;
  picture: string;
  quantity: number;
  /** Paise, of one unit. */
  price: number;
}

/** What prints and couriers' files say of an order. Amounts are paise. */
export interface PrintedOrder {
  id: number;
  order_number: string;
  /** ISO 8601. */
  placed_at: string;
  to: Address;
  from: Sender;
  payment_method: PaymentMethod;
  /** What the courier collects; 0 when nothing is due. */
  to_collect: number;
  price: number;
  discount: number;
  shipping: number;
  cod_fee: number;
  total: number;
  note: string | null;
  items: PrintedItem[];
  parcels: Parcel[];
  /** Of all units; undefined when the weight of one is unknown. */
  grams: number | undefined;
}

async function readSenders(db: Db, sellerIds: readonly number[]): Promise<Map<number, Sender>> {
  const { legal, store_name } = await readSettings(db);
  const rows = await db
    .selectFrom('seller')
    .select(['id', 'name', 'legal_name', 'address'])
    .where('id', 'in', sellerIds)
    .execute();
  const phone = legal?.support_phone || null;
  const own: Sender = { name: store_name, address: legal?.address || null, phone };
  return new Map(
    rows.map((row) => [row.id, row.name === '' ? own : { name: row.legal_name || row.name, address: row.address, phone }]),
  );
}

const readVariants = (db: Db, ids: readonly number[]) =>
  db.selectFrom('variant').select(['id', 'sku', 'grams']).where('id', 'in', ids).execute();

/** Orders in the sequence of their ids. */
export async function readPrintedOrders(db: Db, ids: readonly number[]): Promise<PrintedOrder[]> {
  const rows = await db.selectFrom('orders').selectAll().where('id', 'in', ids).execute();
  if (rows.length === 0) return [];
  const senders = await readSenders(db, [...new Set(rows.map(({ seller_id }) => seller_id))]);
  const allItems = await readOrderItems(db, ids);
  const variants = new Map(
    (await readVariants(db, [...new Set(allItems.map(({ variant_id }) => variant_id))])).map((row) => [row.id, row]),
  );
  const items = Map.groupBy(allItems, ({ order_id }) => order_id);
  const parcels = await readParcels(db, ids);
  const byId = new Map(
    rows.map((row): [number, PrintedOrder] => {
      const own = (items.get(row.id) ?? []).map((item): PrintedItem => {
        const variant = variants.get(item.variant_id);
        return {
          id: item.id,
          product_id: item.product_id,
          variant_id: item.variant_id,
          product_name: item.product_name,
          variantName: item.product_variation && labelVariant(item.option_name, item.product_variation),
          sku: variant?.sku ?? null,
          grams: variant?.grams ?? null,
          picture: item.picture,
          quantity: item.quantity,
          price: item.price,
        };
      });
      const isWeighed = own.every(({ grams }) => grams !== null);
      return [
        row.id,
        {
          id: row.id,
          order_number: row.order_number,
          placed_at: row.placed_at,
          to: addressOf(row),
          from: senders.get(row.seller_id) ?? { name: row.seller_name, address: null, phone: null },
          payment_method: row.payment_method,
          to_collect: amountToCollect(row),
          price: row.price,
          discount: row.discount_amount + row.prepaid_discount,
          shipping: row.shipping_amount,
          cod_fee: row.cod_fee,
          total: row.final_amount,
          note: row.note,
          items: own,
          parcels: parcels.get(row.id) ?? [],
          grams: isWeighed ? own.reduce((sum, { grams, quantity }) => sum + (grams ?? 0) * quantity, 0) : undefined,
        },
      ];
    }),
  );
  return ids.flatMap((id) => byId.get(id) ?? []);
}
