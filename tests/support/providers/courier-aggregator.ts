import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { courierRates } from 'haat/extensions/courier-rates';
import type { ChosenRule } from '#api/services/shipping/shipping-rule.ts';
import { listenOnLoopback } from '#tests/support/listen-on-loopback.ts';

/** A courier as the aggregator lists it; amounts in rupees. */
interface ListedCourier {
  courier_name: string;
  rate: number | string;
  estimated_delivery_days?: string | number | null;
  blocked?: number;
}

export const account = { email: 'api@meena.example', password: 'courier-secret' };

/** A stand-in for Shiprocket's external API on its own port: it refuses what the documentation does not allow. */
export interface CourierAggregator {
  url: string;
  /** Query of each request about couriers. */
  requests: URLSearchParams[];
  logins: number;
  /** What it refused, and why. */
  refused: string[];
  /** Couriers without and with cash on delivery. */
  couriers: { prepaid: ListedCourier[]; cod: ListedCourier[] };
  /** Tokens that it accepts. */
  tokens: Set<string>;
  mood: 'well' | 'silent' | 'html' | 'busy' | 'broken' | 'unserved' | 'refuses logins';
  close: () => Promise<void>;
}

/** Why a request about couriers is not as documented; undefined if it is. */
function findMistake(method: string | undefined, query: URLSearchParams): string | undefined {
  if (method !== 'GET') return `method ${method}`;
  for (const name of ['pickup_postcode', 'delivery_postcode'])
    if (!/^[1-9]\d{5}$/.test(query.get(name) ?? '')) return `${name} ${query.get(name)}`;
  if (!(Number(query.get('weight')) > 0)) return `weight ${query.get('weight')}`;
  if (!['0', '1'].includes(query.get('cod') ?? '')) return `cod ${query.get('cod')}`;
  if (Number.isNaN(Number(query.get('declared_value') ?? '0'))) return 'declared_value';
  return undefined;
}

type Answer = [status: number, body: object | string, headers?: Record<string, string>];

const notAuthorised: Answer = [401, { message: 'Token has expired', status_code: 401 }];

export async function startCourierAggregator(): Promise<CourierAggregator> {
  const api: Omit<CourierAggregator, 'url' | 'close'> = {
    requests: [],
    logins: 0,
    refused: [],
    couriers: { prepaid: [], cod: [] },
    tokens: new Set(),
    mood: 'well',
  };

  async function logIn(request: IncomingMessage): Promise<Answer> {
    api.logins++;
    if (request.method !== 'POST' || request.headers['content-type'] !== 'application/json') api.refused.push('a login');
    const { email, password } = JSON.parse(await text(request)) as Record<string, string>;
    if (api.mood === 'refuses logins' || email !== account.email || password !== account.password)
      return [400, { message: 'Invalid email and password combination', status_code: 400 }];
    const token = `jwt-${api.logins}`;
    api.tokens.add(token);
    return [200, { id: 1, email, token }];
  }

  function listCouriers(request: IncomingMessage, query: URLSearchParams): Answer {
    if (!api.tokens.has(request.headers.authorization?.replace(/^Bearer /, '') ?? '')) return notAuthorised;
    const mistake = findMistake(request.method, query);
    if (mistake) {
      api.refused.push(mistake);
      return [422, { message: mistake, status_code: 422 }];
    }
    api.requests.push(query);
    const list = query.get('cod') === '1' ? api.couriers.cod : api.couriers.prepaid;
    if (list.length === 0) return [200, { status: 404, message: 'No courier service available' }];
    return [200, { status: 200, currency: 'INR', data: { available_courier_companies: list } }];
  }

  async function answer(request: IncomingMessage): Promise<Answer> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/v1/external/auth/login') return logIn(request);
    if (pathname !== '/v1/external/courier/serviceability/') {
      api.refused.push(pathname);
      return [404, '<h1>Not found</h1>'];
    }
    if (api.mood === 'html') return [200, '<!doctype html><title>Maintenance</title>'];
    if (api.mood === 'busy') return [429, { message: 'Too Many Attempts.' }, { 'retry-after': '30' }];
    if (api.mood === 'broken') return [502, '<h1>Bad gateway</h1>'];
    if (api.mood === 'unserved') return [404, { status: 404, message: 'Delivery postcode is not serviceable' }];
    return listCouriers(request, searchParams);
  }

  const { url, stop } = await listenOnLoopback(
    createServer(async (request, response) => {
      if (api.mood === 'silent') return;
      const [status, body, headers] = await answer(request);
      response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
    }),
  );
  return Object.assign(api, { url: `${url}/v1/external`, close: stop });
}

export const courierValues = (url: string): Record<string, string> => ({
  COURIER_RATES_EMAIL: account.email,
  COURIER_RATES_PASSWORD: account.password,
  COURIER_RATES_PICKUP: '560001',
  COURIER_RATES_HIGHEST: '199',
  COURIER_RATES_HIGHEST_COD_FEE: '40.50',
  COURIER_RATES_URL: url,
});

/** The store option of a shop that charges by the aggregator at `url`. */
export function shipByCourierRates(url: string, more: Record<string, string> = {}): ChosenRule {
  const values = { ...courierValues(url), ...more };
  return { rule: courierRates, values, highest: courierRates.highest(values) };
}
