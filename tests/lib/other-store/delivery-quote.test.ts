import { afterEach, expect, test, vi } from 'vitest';
import { quoteOfZones } from '#lib/state/store/quote-of-store-info.ts';
import { closeBrowser, openBrowser, type Tab, type TestBrowser } from '#tests/lib/state/tab.ts';
import { OTP } from '#tests/support/other-store/calls.ts';
import { type OtherStore, startOtherStore } from '#tests/support/other-store/server.ts';

let store: OtherStore;
let browser: TestBrowser;
let tab: Tab;
let stop = () => {};

async function open(): Promise<void> {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
  store = await startOtherStore({});
  const connection = { base: store.apiUrl, applicationKey: 'any' };
  browser = openBrowser({ store: { fetch: globalThis.fetch }, connection } as never);
  vi.stubGlobal('document', { documentElement: { dataset: { otherStore: '' } }, querySelector: () => null });
  tab = await browser.openTab();
  stop = tab.watchQuote();
}
afterEach(async () => {
  stop();
  closeBrowser();
  vi.restoreAllMocks();
  await store.stop();
});

const answers: [name: string, answer: () => Promise<Response>][] = [
  ['404', async () => Response.json({ message: 'Not found' }, { status: 404 })],
  ['405', async () => new Response('', { status: 405 })],
  ['501', async () => Response.json({}, { status: 501 })],
  ['500', async () => Response.json({ success: false }, { status: 500 })],
  ['HTML', async () => new Response('<h1>Shop</h1>', { headers: { 'content-type': 'text/html' } })],
  ['nonsense', async () => Response.json({ success: true, data: { served: 'perhaps', shipping: 7 } })],
  ['a failure of the network', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['nothing', () => new Promise(() => {})],
];

test.for(answers)('a store that answers the quote with %s still sells', async ([name, answer]) => {
  await open();
  const real = browser.network.answer;
  let asked = 0;
  browser.network.answer = (request) => {
    if (!request.url.endsWith('/delivery-quote')) return real(request);
    asked += 1;
    return answer();
  };
  const { callStore } = await import('#lib/state/calls/call-store.ts');
  const { singleProductDetailsCall } = await import('#lib/contract/catalogue.ts');
  const outcome = await callStore(singleProductDetailsCall, { params: { slug: 'shirt-1' } });
  if (!outcome?.success) throw new Error('no product');
  await tab.addToCart(tab.toCartLine(outcome.data, outcome.data.variants[0], 2));
  tab.openCheckout();
  await tab.requestCheckoutOtp('9876511111');
  await tab.submitCheckoutOtp(OTP);
  const person = { firstname: 'Meera', lastname: 'Nair', email: 'meera@example.com' };
  await tab.submitGuestDetails(person);
  const address = { address: '1 Main Road', city: 'Kochi', state: 'Kerala', pincode: '682001' };
  tab.rememberForm({ ...person, ...address, phone_number: '9876511111' });
  tab.goToStep('review');
  await expect.poll(() => asked).toBeGreaterThan(0);
  expect(await tab.placeOrder()).toBe('placed');
  if (['404', '405', '501', 'HTML'].includes(name)) expect(asked).toBe(1);
});

test('the zones of store info tell days and cash on delivery of a pincode, by the longest that fits', () => {
  const now = new Date('2026-11-30T12:00:00+05:30');
  const zones = [
    { pincodes: ['6', '682'], days: { from: 1, to: 3 }, cod: true },
    { pincodes: ['6820', ''], cod: false },
    { pincodes: [] },
  ];
  expect(quoteOfZones(zones, '682101', now)).toEqual({ served: true, days: { from: 1, to: 3 }, by: '2026-12-03', cod: true });
  expect(quoteOfZones(zones, '682001', now)).toEqual({ served: true, cod: false });
  expect(quoteOfZones(zones, '110001', now)).toEqual({ served: false });
  expect(quoteOfZones([...zones, {}], '110001', now)).toEqual({ served: true });
  for (const none of [undefined, []]) expect(quoteOfZones(none, '110001', now)).toBeUndefined();
});
