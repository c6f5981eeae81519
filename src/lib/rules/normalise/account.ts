import type { ReplyContext } from './scalars.ts';
import { type Fields, given, readBoolean, readFields, readTextual } from './scalars.ts';

const TEXTS = ['firstname', 'lastname', 'email', 'phone_number', 'alt_phone_number'] as const;

/** A customer; what the store leaves out is taken from what was sent. The second number is the first when none was given. */
export function readCustomer(value: unknown, sent: Fields = {}): Fields {
  const fields = readFields(value) ?? {};
  const known: Fields = { ...sent, phone_number: sent['phone_number'] ?? sent['mobile'] };
  const texts = Object.fromEntries(TEXTS.map((name) => [name, readTextual(fields[name]) ?? readTextual(known[name]) ?? '']));
  return given({
    ...texts,
    alt_phone_number: texts['alt_phone_number'] || texts['phone_number'],
    has_password: readBoolean(fields['has_password']),
    guest: readBoolean(fields['guest']),
  });
}

/** A session: token and customer in `data`, or in `user` of it. */
export function toSession(body: Fields, { body: sent }: ReplyContext): Fields {
  const data = readFields(body['data']) ?? {};
  const user = readFields(data['user']) ?? {};
  const customer = data['customer'] ?? user['customer'] ?? data['user'] ?? ('firstname' in data ? data : undefined);
  const token = (name: string): string | undefined =>
    [data[name], user[name], readFields(customer)?.[name], body[name]].map(readTextual).find((text) => text !== undefined);
  return {
    ...body,
    data: given({
      token: token('token'),
      customer: readCustomer(customer, sent),
      email_verification_token: token('email_verification_token'),
      is_existing_customer: readBoolean(data['is_existing_customer']),
    }),
  };
}

/** The session of a sign-in, which has to say who is signed in or what is missing for it. */
export function toSignIn(body: Fields, context: ReplyContext): Fields {
  const reply = toSession(body, context);
  const { token, email_verification_token } = reply['data'] as Fields;
  const isSaid = token !== undefined || email_verification_token !== undefined || readFields(body['data']) !== undefined;
  return isSaid ? reply : { ...reply, data: undefined };
}

/** The reply to a request for a code, which may be shown: no `data` is needed. */
export const toSentCode = (body: Fields): Fields => ({ ...body, data: readFields(body['data']) ?? {} });

const ADDRESS_TEXTS = [
  'email',
  'firstname',
  'lastname',
  'phone_number',
  'alt_phone_number',
  'address',
  'pincode',
  'city',
  'state',
];

/** An address whose fields may be empty; null when there is none. */
export function toAddress(value: unknown): Fields | null {
  const sent = readFields([value].flat()[0]);
  if (!sent || Object.keys(sent).length === 0) return null;
  return Object.fromEntries(ADDRESS_TEXTS.map((name) => [name, readTextual(sent[name]) ?? '']));
}

/** The saved address, also as the first of a list. */
export const toSavedAddress = (body: Fields): Fields => ({
  ...body,
  data:
    typeof (body['data'] ?? null) !== 'object' || !('data' in body)
      ? undefined
      : toAddress(readFields(readFields(body['data'])?.['address']) ?? body['data']),
});

/** The reply to a saved address: without data, the address is the one that was sent. */
export const toAddressSaved = (body: Fields, { body: sent = {} }: ReplyContext): Fields => ({
  ...body,
  data: { ...toAddress(sent), ...Object.fromEntries(Object.entries(toAddress(body['data']) ?? {}).filter(([, text]) => text)) },
});
