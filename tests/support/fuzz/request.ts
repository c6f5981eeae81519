import fc from 'fast-check';
import type { Call } from '#lib/contract/calls/define-call.ts';
import { hostileFields, hostileSegment, hostileText, hostileValue } from './hostile-values.ts';
import { fieldNames, type Known, valuesOf } from './schema.ts';

/** Kinds of callers: none, a guest with a verified number, a customer, an expired session, an invalid token. */
const shoppers = ['none', 'fresh', 'customer', 'expired', 'invented'] as const;

/** People of the shop, who make calls of the admin pages. */
const staff = ['packer', 'owner'] as const;

export type SessionKind = (typeof shoppers)[number] | (typeof staff)[number];

/** Callers of each kind: few enough that requests of one caller affect each other. */
export const PEOPLE = 10;

/** A generated request, before its token is added. */
export interface GeneratedRequest {
  call: Call;
  session: SessionKind;
  /** Index of the session within its kind. */
  who: number;
  params: Record<string, string>;
  body: string | FormData | undefined;
  headers: Record<string, string>;
}

type Fields = Record<string, unknown>;

const json = { 'content-type': 'application/json' };

/** Converts the fields that a form can carry. */
function toForm(body: Fields): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) {
    if (value !== undefined) form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  return form;
}

/** A valid body except for one field that is missing, odd, or new. */
const nearlyRight = (valid: fc.Arbitrary<unknown>, names: readonly string[]): fc.Arbitrary<Fields> =>
  fc
    .tuple(valid, fc.constantFrom(...names, 'unknown_field'), fc.option(hostileValue, { nil: undefined, freq: 4 }))
    .map(([body, name, value]) => ({ ...(body as Fields), [name]: value }));

/** The bodies of one call: a third valid, a third nearly valid, a third hostile; as JSON, as a form, or as raw text. */
function bodiesOf(call: Call, known: Known): fc.Arbitrary<Pick<GeneratedRequest, 'body' | 'headers'>> {
  if (call.method === 'GET') return fc.constant({ body: undefined, headers: {} });
  const names = fieldNames(call.body);
  const valid = valuesOf(call.body, known);
  const fields = fc.oneof(
    { weight: 4, arbitrary: valid as fc.Arbitrary<Fields> },
    { weight: 3, arbitrary: nearlyRight(valid, names) },
    { weight: 2, arbitrary: hostileFields(names) },
  );
  const asJson = fields.map((body) => ({ body: JSON.stringify(body), headers: json }));
  const asForm = fields.map((body) => ({ body: toForm(body), headers: {} }));
  const asText = fc.record({
    body: hostileText,
    headers: fc.constantFrom<Record<string, string>>(json, { 'content-type': 'multipart/form-data; boundary=x' }, {}),
  });
  const [json_, form] = call.encoding === 'form' ? [2, 6] : [6, 1];
  return fc.oneof({ weight: json_, arbitrary: asJson }, { weight: form, arbitrary: asForm }, { weight: 1, arbitrary: asText });
}

const asTexts = (params: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(params as Fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );

/** Path and query parameters; path parameters are always present. */
function paramsOf(call: Call, known: Known): fc.Arbitrary<Record<string, string>> {
  const names = [...new Set([...fieldNames(call.params), ...call.path.matchAll(/\{(\w+)\}/g).map(([, name = '']) => name)])];
  const knownHere = call.path.includes('/payment/') ? { ...known, id: known['payment_id'] ?? [] } : known;
  const right = valuesOf(call.params, knownHere).map(asTexts);
  if (names.length === 0) return right;
  const odd = fc
    .tuple(right, fc.constantFrom(...names), hostileSegment)
    .map(([params, name, value]) => ({ ...params, [name]: value }));
  return fc.oneof({ weight: 3, arbitrary: right }, { weight: 1, arbitrary: odd });
}

const keys = fc.oneof(
  { weight: 4, arbitrary: fc.uuid() },
  { weight: 2, arbitrary: fc.constant('6e1c2d0f-6a49-4f0e-9a25-3c1b6a5d7e11') },
  { weight: 1, arbitrary: fc.constantFrom('', 'key', 'a'.repeat(500), '00000000-0000-0000-0000-000000000000') },
);

/** Many client addresses, so that rate limits do not block all requests. */
const addresses = fc.integer({ min: 0, max: 65_535 }).map((n) => `10.0.${n >> 8}.${n & 255}`);

/** The callers that may make a call. */
function callersOf({ access }: Call): SessionKind[] {
  if (access === 'anyone') return ['none'];
  if (access === 'session') return ['fresh', 'customer'];
  return access === 'packer' ? ['packer', 'owner'] : [access === 'owner' ? 'owner' : 'customer'];
}

function requestsOf(call: Call, known: Known): fc.Arbitrary<GeneratedRequest> {
  const wanted = callersOf(call);
  const others = wanted.includes('owner') ? [...shoppers, ...staff] : shoppers;
  return fc
    .record({
      session: fc.oneof(
        { weight: 7, arbitrary: fc.constantFrom(...wanted) },
        { weight: 3, arbitrary: fc.constantFrom(...others) },
      ),
      who: fc.nat({ max: PEOPLE - 1 }),
      params: paramsOf(call, known),
      sent: bodiesOf(call, known),
      key: keys,
      address: addresses,
    })
    .map(({ sent, key, address, ...rest }) => ({
      ...rest,
      call,
      body: sent.body,
      headers: { ...sent.headers, 'idempotency-key': key, 'x-client-address': address },
    }));
}

/** Requests to some calls, in equal shares. */
export const anyRequest = (known: Known, among: readonly Call[]): fc.Arbitrary<GeneratedRequest> =>
  fc.oneof(...among.map((call) => requestsOf(call, known)));
