import {
  fetchText,
  jsonOf,
  MAX_PROVIDER_REPLY_BYTES,
  type ProviderValues,
  type ShippingReply,
  type ShippingRequest,
  type ShippingRule,
  type ShippingRuleModule,
  z,
} from 'haat/config';

const DEFAULT_URL = 'https://apiv2.shiprocket.in/v1/external';

/** A token is valid for ten days; it is renewed a day before. */
const TOKEN_MS = 9 * 24 * 3_600_000;

/** A refused login is not repeated for this many milliseconds: too many lock the account. */
const REFUSED_LOGIN_MS = 10 * 60_000;

/** How long nothing is asked after a reply 429 that does not say so, and at most, in seconds. */
const [PAUSE_SECONDS, MAX_PAUSE_SECONDS] = [60, 600];

/** The lightest parcel that couriers charge for, in grams; products without a weight count as nothing. */
const LEAST_GRAMS = 500;

/** An amount in rupees as a number or a text, to paise. */
const paise = z.pipe(
  z.union([z.number(), z.string().check(z.regex(/^\d{1,7}(\.\d+)?$/))]),
  z.transform((rupees) => Math.round(Number(rupees) * 100)),
);

const loginSchema = z.object({ token: z.string().check(z.minLength(1)) });

const courierSchema = z.object({
  rate: paise,
  /** A number or a text such as "3"; empty if it is unknown. */
  estimated_delivery_days: z.optional(z.nullable(z.union([z.number(), z.string()]))),
  blocked: z.optional(z.nullable(z.union([z.number(), z.boolean()]))),
});
type Courier = z.output<typeof courierSchema>;

const couriersSchema = z.object({ data: z.object({ available_courier_companies: z.array(courierSchema) }) });

/** What a place that no courier serves is answered with, as status of a page that was found. */
const unservedSchema = z.object({ status: z.literal(404), message: z.string() });

const findDays = ({ estimated_delivery_days: days }: Courier): number | undefined => {
  const count = Number(days || Number.NaN);
  return Number.isInteger(count) && count > 0 ? count : undefined;
};

const toPaise = (rupees: string | undefined): number => Math.round(Number(rupees ?? 0) * 100);

const readAmounts = (values: ProviderValues) => ({
  highest: toPaise(values['COURIER_RATES_HIGHEST']),
  highestFee: toPaise(values['COURIER_RATES_HIGHEST_COD_FEE']),
  freeFrom: values['COURIER_RATES_FREE_FROM'] ? toPaise(values['COURIER_RATES_FREE_FROM']) : undefined,
});

function createRule(values: ProviderValues): ShippingRule {
  const base = (values['COURIER_RATES_URL'] ?? DEFAULT_URL).replace(/\/+$/, '');
  const { highest, highestFee, freeFrom } = readAmounts(values);
  let login: Promise<{ token: string; until: number }> | undefined;
  let refusedUntil = 0;
  let pausedUntil = 0;

  async function logIn(signal: AbortSignal): Promise<{ token: string; until: number }> {
    if (refusedUntil > Date.now()) throw new Error('the login was refused: check COURIER_RATES_EMAIL and COURIER_RATES_PASSWORD');
    const reply = await fetchText(`${base}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ email: values['COURIER_RATES_EMAIL'], password: values['COURIER_RATES_PASSWORD'] }),
      signal,
      maxBytes: MAX_PROVIDER_REPLY_BYTES,
    });
    if (reply.status >= 400 && reply.status < 500 && reply.status !== 429) refusedUntil = Date.now() + REFUSED_LOGIN_MS;
    if (!reply.ok) throw new Error(`the login was answered with ${reply.status}`);
    const { token } = z.parse(loginSchema, jsonOf(reply));
    return { token, until: Date.now() + TOKEN_MS };
  }

  /** Returns the token, after a login if there is none; requests at the same time share one. */
  async function readToken(signal: AbortSignal): Promise<string> {
    const used = login;
    if (used && (await used).until < Date.now() && login === used) login = undefined;
    const started = login ?? logIn(signal);
    login = started;
    try {
      return (await started).token;
    } catch (error) {
      if (login === started) login = undefined;
      throw error;
    }
  }

  async function send(path: string, signal: AbortSignal) {
    const asking = async () => {
      const token = await readToken(signal);
      const headers = { authorization: `Bearer ${token}`, accept: 'application/json' };
      return { token, reply: await fetchText(`${base}${path}`, { headers, signal, maxBytes: MAX_PROVIDER_REPLY_BYTES }) };
    };
    const { token, reply } = await asking();
    if (reply.status !== 401) return reply;
    // Another request may have renewed it already.
    if (login && (await login).token === token) login = undefined;
    return (await asking()).reply;
  }

  /** The cheapest courier for a parcel; undefined if none serves the place. */
  async function findCheapest(asked: Record<string, string>, signal: AbortSignal): Promise<Courier | undefined> {
    const reply = await send(`/courier/serviceability/?${new URLSearchParams(asked)}`, signal);
    if (reply.status === 429) {
      const seconds = Number(reply.headers.get('retry-after')) || PAUSE_SECONDS;
      pausedUntil = Date.now() + Math.min(seconds, MAX_PAUSE_SECONDS) * 1000;
    }
    const json = jsonOf(reply);
    if ((reply.ok || reply.status === 404) && z.safeParse(unservedSchema, json).success) return undefined;
    if (!reply.ok) throw new Error(`the couriers were answered with ${reply.status}`);
    const { available_courier_companies: couriers } = z.parse(couriersSchema, json).data;
    return couriers.filter(({ blocked }) => !blocked).toSorted((a, b) => a.rate - b.rate)[0];
  }

  async function quote({ pincode, lines }: ShippingRequest, signal: AbortSignal): Promise<ShippingReply | null> {
    if (pausedUntil > Date.now()) throw new Error('the couriers are not asked for a while after too many requests');
    const grams = lines.reduce((sum, line) => sum + (line.grams ?? 0) * line.quantity, 0);
    const items = lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
    const parcel = {
      pickup_postcode: values['COURIER_RATES_PICKUP'] ?? '',
      delivery_postcode: pincode,
      weight: String(Math.max(LEAST_GRAMS, grams) / 1000),
      declared_value: String(items / 100),
    };
    const [prepaid, onDelivery] = await Promise.all([
      findCheapest({ ...parcel, cod: '0' }, signal),
      findCheapest({ ...parcel, cod: '1' }, signal),
    ]);
    const courier = prepaid ?? onDelivery;
    if (!courier) return null;
    const [from, to] = [courier, onDelivery ?? courier].map(findDays).toSorted((a = 0, b = 0) => a - b);
    return {
      charge: Math.min(courier.rate, highest),
      freeFrom,
      ...(from !== undefined && to !== undefined && { days: { from, to } }),
      cod: onDelivery ? { fee: Math.min(Math.max(0, onDelivery.rate - courier.rate), highestFee) } : null,
    };
  }
  return { quote };
}

const isRupees = (value: string): boolean => /^\d{1,6}(\.\d{1,2})?$/.test(value);

/** Requires an amount in rupees. */
const rupees = (name: string, isRequired: boolean) => ({
  name,
  isRequired,
  findProblem: (value = '') =>
    value && !isRupees(value) ? `${name} must be rupees such as 99 or 99.50, but is "${value}"` : undefined,
});

/** Charges what the cheapest courier of an aggregator with Shiprocket's API charges. */
export const courierRates: ShippingRuleModule = {
  name: 'courier-rates',
  settings: [
    {
      name: 'COURIER_RATES_EMAIL',
      question: 'Mail address of the API user at the courier aggregator',
      ifEmpty: '(Enter to charge by your own zones)',
    },
    { name: 'COURIER_RATES_PASSWORD', question: 'Its password', isSecret: true, isRequired: true },
    {
      name: 'COURIER_RATES_PICKUP',
      question: 'Pincode from which parcels are sent',
      isRequired: true,
      findProblem: (value = '') =>
        value && !/^[1-9]\d{5}$/.test(value)
          ? `COURIER_RATES_PICKUP must be a pincode of 6 digits, but is "${value}"`
          : undefined,
    },
    { ...rupees('COURIER_RATES_HIGHEST', true), question: 'The most that a shopper pays for shipping, in rupees' },
    {
      ...rupees('COURIER_RATES_HIGHEST_COD_FEE', false),
      question: 'The most that cash on delivery costs on top, in rupees',
      ifEmpty: '(Enter for nothing)',
    },
    {
      ...rupees('COURIER_RATES_FREE_FROM', false),
      question: 'Items total in rupees from which shipping is free',
      ifEmpty: '(Enter for never)',
    },
    { name: 'COURIER_RATES_URL', isUrl: true },
  ],
  highest: (values) => {
    const { highest, highestFee, freeFrom } = readAmounts(values);
    return { charge: highest, codFee: highestFee, ...(freeFrom !== undefined && { freeFrom }) };
  },
  connect: async (values) => createRule(values),
};
