import type { Call, ReplyOf } from '#lib/contract/calls/define-call.ts';
import { toAddressSaved, toSavedAddress, toSentCode, toSession, toSignIn } from './account.ts';
import { toCart, toCartResults, toCoupon, toMerged, toPlacedOrder } from './cart.ts';
import { coerce } from './coerce.ts';
import { toProductList, toProductPage, toSingleProduct, toSubCategorySizes } from './lists.ts';
import { toOrders, toWishlist } from './order.ts';
import { type Fields, type ReplyContext, readBoolean, readFields, readTextual, readWhole } from './scalars.ts';
import { toHomeSections, toStoreInfo } from './store-info.ts';

/** The messages and errors that a reply carries, in the contract's form. */
interface EnvelopeTexts {
  message?: string | string[];
  errors?: Record<string, string[]>;
}

/** Names that other stores' errors have for fields of the wire: those of the specified forms. */
const wireNames: Readonly<Record<string, string>> = {
  firstName: 'firstname',
  lastName: 'lastname',
  mobile: 'phone_number',
  phone_number: 'mobile',
  phone: 'phone_number',
  newPassword: 'new_password',
  oldPassword: 'old_password',
  confirmPassword: 'confirm_password',
};

/** One text or several; empty for anything else. */
const readTexts = (value: unknown): string[] => [value].flat().flatMap((text) => readTextual(text) ?? []);

/** Whether a JSON body reports success: neither `success` nor `status` is false. */
const isSuccess = (body: Fields): boolean => readBoolean(body['success']) !== false && readBoolean(body['status']) !== false;

/** Names of the fields in a call's body; those of a nested object count too. */
function fieldNames(schema: unknown): string[] {
  const def = (schema as { _zod: { def: Record<string, unknown> } })._zod.def;
  const parts = [def['left'], def['right'], def['innerType']].filter(Boolean).flatMap(fieldNames);
  const shape = (def['shape'] ?? {}) as Record<string, unknown>;
  return [...parts, ...Object.entries(shape).flatMap(([name, field]) => [name, ...fieldNames(field)])];
}

function nameOnWire(name: string, known: readonly string[]): string | undefined {
  const [first = '', ...rest] = name.split('.');
  if (known.includes(first)) return name;
  const last = rest.at(-1) ?? first;
  return [last, wireNames[last] ?? ''].find((one) => known.includes(one));
}

/** Reads messages and errors. An error of a field that the call does not send joins the messages, so that it is shown. */
function readTextsOf(call: Call, body: Fields): EnvelopeTexts {
  const known = fieldNames(call.body);
  const errors: Record<string, string[]> = {};
  const others: string[] = Array.isArray(body['errors']) || typeof body['errors'] === 'string' ? readTexts(body['errors']) : [];
  for (const [name, value] of Object.entries(readFields(body['errors']) ?? {})) {
    const field = nameOnWire(name, known);
    if (field) errors[field] = [...(errors[field] ?? []), ...readTexts(value)];
    else others.push(...readTexts(value));
  }
  const sent = readTexts(body['message']);
  const messages = [...sent, ...others.filter((text) => !sent.includes(text))];
  return {
    ...(messages.length > 0 && { message: messages.length === 1 ? (messages[0] as string) : messages }),
    ...(Object.keys(errors).length > 0 && { errors }),
  };
}

/** Finds the fields of a reply wherever other stores have them, by the name of the call; the others need no more than success. */
const shapes: Readonly<Record<string, (body: Fields, context: ReplyContext) => Fields>> = {
  storeInfo: toStoreInfo,
  homePageSections: toHomeSections,
  newArrivals: toProductList,
  getProducts: toProductPage,
  searchProducts: toProductPage,
  singleProductDetails: toSingleProduct,
  subcategoryVariations: toSubCategorySizes,
  register: toSession,
  login: toSignIn,
  otpVerifyCheckout: toSignIn,
  otpVerifyLogin: toSignIn,
  updateUserDetails: toSession,
  otpSend: toSentCode,
  loginOtp: toSentCode,
  shippingAddress: toAddressSaved,
  getShippingAddress: toSavedAddress,
  getCart: toCart,
  addToCart: toCartResults,
  addToCartGuest: toMerged,
  checkout: toPlacedOrder,
  applyCoupon: toCoupon,
  getOrders: toOrders,
  getWishlist: toWishlist,
  cancelOrder: (body) => ({ ...body, status: true }),
};

/** A JSON body, the call's parameters and body, and whether the status is one of success. */
export interface ReceivedReply {
  json: unknown;
  ok: boolean;
  sent?: { params?: unknown; body?: unknown } | undefined;
}

/** A reply in the contract's form; `refused` has the texts of one that reports a failure; both absent when it cannot be read. */
export interface Normalised<C extends Call> {
  reply?: ReplyOf<C>;
  refused?: EnvelopeTexts;
}

const contextOf = (sent: { params?: unknown; body?: unknown }): ReplyContext => {
  const [params, body] = [readFields(sent.params), readFields(sent.body)];
  const page = readWhole(params?.['page']) ?? readWhole(body?.['page']);
  return { ...(body && { body }), ...(page !== undefined && page > 0 && { page }) };
};

/**
 * Turns a JSON body that does not have the contract's form into the call's own reply: what the specification leaves open, another store may
 * write in other ways (docs/decisions). Fields and rows that cannot be used are left out, and logged.
 */
export function normaliseReply<C extends Call>(call: C, { json, ok, sent = {} }: ReceivedReply): Normalised<C> {
  const body: Fields = Array.isArray(json) ? { data: json } : (readFields(json) ?? {});
  const texts = readTextsOf(call, body);
  if (!ok || !isSuccess(body)) return { refused: texts };
  const shaped = shapes[call.name]?.(body, contextOf(sent)) ?? body;
  const note = (field: string): void => noteUnusable(call.path, field);
  const { message } = texts;
  const coerced = coerce(call.reply, { ...shaped, success: true, message: undefined }, '', note) as Fields;
  const parsed = call.reply.safeParse({ ...coerced, ...(message !== undefined && { message }) });
  if (parsed.success) return { reply: parsed.data as ReplyOf<C> };
  note(parsed.error.issues[0]?.path.join('.') || 'data');
  return {};
}

/** Least time between two log lines about one field, in milliseconds. */
const INTERVAL_MS = 60_000;

/** Most fields that are remembered: names come from the store. */
const MAX_FIELDS = 500;

const loggedAt = new Map<string, number>();

/** Logs that a field of a store's reply cannot be used, at most once a minute; row numbers make no difference. */
export function noteUnusable(path: string, field: string, now = Date.now()): void {
  const name = `${path} ${field.replace(/(^|\.)\d+(?=\.|$)/g, '$1')}`.replace(/\.{2,}/g, '.');
  const before = loggedAt.get(name);
  if (before !== undefined && now - before < INTERVAL_MS) return;
  if (loggedAt.size >= MAX_FIELDS) loggedAt.clear();
  loggedAt.set(name, now);
  console.warn(`The store's reply to ${path} does not match the contract: ${field} was left out`);
}
