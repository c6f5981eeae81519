import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type DeliveryLine, guardRule, SHIPPING_RULE_TIMEOUT_MS, toShippingRequest } from '#api/services/shipping/guard-rule.ts';
import type { HighestShipping, ShippingRule } from '#api/services/shipping/shipping-rule.ts';

const log = pino({ level: 'silent' });
const line = (variant_id: number, more: Partial<DeliveryLine> = {}): DeliveryLine => ({
  variant_id,
  sku: `SKU-${variant_id}`,
  price: 50_000,
  grams: 400,
  quantity: 1,
  ...more,
});
const request = toShippingRequest('560001', [line(1)]);
const good = { charge: 4900, cod: null };

let failed: [string, string][];
beforeEach(() => {
  failed = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => void vi.useRealTimers());

/** Guards a rule that answers by `quote`. */
const guard = (
  quote: (...of: Parameters<ShippingRule['quote']>) => unknown,
  highest: HighestShipping = { charge: 10_000, codFee: 3000 },
  connect: () => unknown = async () => ({ quote }),
) => {
  const rule = { name: 'any', highest: () => highest, connect: connect as () => Promise<ShippingRule> };
  return guardRule({ rule, values: {}, highest }, log, (operation, error) => failed.push([operation, (error as Error).message]));
};

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['a number', 4900],
  ['a text', '49.00'],
  ['a negative charge', { charge: -1, cod: null }],
  ['a fraction of a paisa', { charge: 49.5, cod: null }],
  ['a charge that is no number', { charge: Number.NaN, cod: null }],
  ['an infinite charge', { charge: Number.POSITIVE_INFINITY, cod: null }],
  ['a charge as text', { charge: '4900', cod: null }],
  ['more than its highest charge', { charge: 10_001, cod: null }],
  ['more than its highest fee', { charge: 0, cod: { fee: 3001 } }],
  ['a negative fee', { charge: 0, cod: { fee: -1 } }],
  ['nothing about cash on delivery', { charge: 0 }],
  ['days that are reversed', { charge: 0, cod: null, days: { from: 3, to: 2 } }],
  ['negative days', { charge: 0, cod: null, days: { from: -1, to: 2 } }],
  ['half a day', { charge: 0, cod: null, days: { from: 1, to: 1.5 } }],
  ['more than a year of days', { charge: 0, cod: null, days: { from: 1, to: 366 } }],
])('a rule that answers %s has failed', async (_, answer) => {
  expect(await guard(async () => answer).ask(request)).toBeUndefined();
  expect(failed.map(([operation]) => operation)).toEqual(['quote shipping']);
});

test('a rule that throws has failed, whatever it throws, also while it connects', async () => {
  const throws = () => {
    throw new Error('out of order');
  };
  expect(await guard(throws).ask(request)).toBeUndefined();
  expect(await guard(async () => Promise.reject(new Error('later'))).ask(request)).toBeUndefined();
  expect(await guard(async () => good, undefined, throws).ask(request)).toBeUndefined();
  expect(
    await guard(
      async () => good,
      undefined,
      async () => ({}),
    ).ask(request),
  ).toBeUndefined();
  expect(failed.map(([operation]) => operation)).toEqual([
    'quote shipping',
    'quote shipping',
    'connect shipping',
    'quote shipping',
  ]);
});

test('what a rule declares and answers at most is taken as it is', async () => {
  const highest = { charge: 10_000, freeFrom: 99_900, codFee: 3000 };
  const answers = [
    { charge: 10_000, freeFrom: 99_900, days: { from: 2, to: 2 }, cod: { fee: 3000, max: 0 } },
    { charge: 0, cod: null },
    null,
  ];
  for (const answer of answers) expect(await guard(async () => answer, highest).ask(request)).toEqual(answer);
  expect(failed).toEqual([]);
  for (const freeFrom of [undefined, 99_901])
    expect(await guard(async () => ({ ...good, freeFrom }), highest).ask(request)).toBeUndefined();
});

test('a rule that hangs, or is slow to connect, is given up after three seconds', async () => {
  const never = () => new Promise<never>(() => {});
  let connects = 0;
  const connect = () => (connects++ === 0 ? never() : { quote: async () => good });
  const hanging = guard(never).ask(request);
  const slow = guard(never, undefined, connect);
  const connecting = slow.ask(request);
  await vi.advanceTimersByTimeAsync(SHIPPING_RULE_TIMEOUT_MS);
  expect(await hanging).toBeUndefined();
  expect(await connecting).toBeUndefined();
  expect(failed).toEqual([
    ['quote shipping', 'no answer in 3000 ms'],
    ['connect shipping', 'no answer in 3000 ms'],
  ]);
  expect(await slow.ask(toShippingRequest('110001', [line(1)]))).toEqual(good);
});

test('the signal of a rule ends with its time', async () => {
  vi.useRealTimers();
  const ended = vi.fn<(reason: unknown) => void>();
  await guard((_, signal) => new Promise(() => signal.addEventListener('abort', () => ended(signal.reason.name)))).ask(request);
  await vi.waitFor(() => expect(ended).toHaveBeenCalledWith('TimeoutError'));
});

test('the same lines to the same pincode are asked about once, for some minutes', async () => {
  const quote = vi.fn<() => Promise<unknown>>(async () => good);
  const { ask } = guard(quote);
  const lines = [line(2, { quantity: 3 }), line(1)];
  await Promise.all([ask(toShippingRequest('560001', lines)), ask(toShippingRequest('560001', lines.toReversed()))]);
  const apart = [line(2), line(1), line(2, { quantity: 2 })];
  await ask(toShippingRequest('560001', apart));
  expect(quote).toHaveBeenCalledTimes(1);
  const others: [string, DeliveryLine[]][] = [
    ['560002', lines],
    ['560001', [line(1)]],
    ['560001', [line(2, { quantity: 3, price: 1 }), line(1)]],
    ['560001', [line(2, { quantity: 3, grams: null }), line(1)]],
  ];
  for (const of of others) await ask(toShippingRequest(...of));
  expect(quote).toHaveBeenCalledTimes(5);
  vi.setSystemTime(Date.now() + 10 * 60_000);
  await ask(toShippingRequest('560001', lines));
  expect(quote).toHaveBeenCalledTimes(6);
});

test('a failure is kept for a minute, so that a shopper waits for it once', async () => {
  const quote = vi.fn<() => Promise<unknown>>(async () => undefined);
  const { ask } = guard(quote);
  for (let i = 0; i < 3; i++) expect(await ask(request)).toBeUndefined();
  expect(quote).toHaveBeenCalledTimes(1);
  quote.mockResolvedValue(good);
  vi.setSystemTime(Date.now() + 60_000);
  expect(await ask(request)).toEqual(good);
});

test('a bounded number of answers is kept', async () => {
  const quote = vi.fn<() => Promise<unknown>>(async () => good);
  const { ask } = guard(quote);
  const askAbout = (variant: number) => ask(toShippingRequest('560001', [line(variant)]));
  for (let variant = 0; variant <= 2000; variant++) await askAbout(variant);
  await askAbout(2000);
  expect(quote).toHaveBeenCalledTimes(2001);
  await askAbout(0);
  expect(quote).toHaveBeenCalledTimes(2002);
});

test('a rule is told the State of the pincode and each variant once, in order', () => {
  expect(toShippingRequest('560001', [line(2), line(1, { sku: null, grams: null, quantity: 2 }), line(2)])).toEqual({
    pincode: '560001',
    state: 'Karnataka',
    lines: [
      { variant: 1, sku: null, quantity: 2, price: 50_000, grams: null },
      { variant: 2, sku: 'SKU-2', quantity: 2, price: 50_000, grams: 400 },
    ],
  });
});
