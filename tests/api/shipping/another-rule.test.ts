import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readShipping } from '#api/environment/modules.ts';
import { deliveryQuoteCall } from '#lib/contract/delivery.ts';
import { storeInfoCall } from '#lib/contract/store.ts';
import exampleShop, { exampleCourier } from '#tests/fixtures/extensions/shipping-rule.ts';
import { readProjectFile } from '#tests/house/imports.ts';
import { type LoopbackServer, listenOnLoopback } from '#tests/support/listen-on-loopback.ts';
import { customerOf } from '#tests/support/store/customer.ts';
import { address } from '#tests/support/store/delivery-address.ts';
import type { AddedProduct } from '#tests/support/store/products.ts';
import { openShop, signUp, type TestShop } from '#tests/support/store/test-store.ts';

const asked: string[] = [];
const rates: Record<string, object> = {
  '560001': { served: true, charge: 6000, days: { from: 1, to: 2 }, cod_fee: 2500 },
  '744101': { served: true, charge: 15_000, days: { from: 6, to: 9 }, cod_fee: null },
  '110001': { served: false, charge: 0, days: { from: 0, to: 0 }, cod_fee: null },
};

/** The service of the example. */
const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  asked.push(`${request.method} ${request.url}`);
  const rate = rates[searchParams.get('pincode') ?? ''];
  const isRight = request.headers.authorization === 'Bearer live_key' && pathname === '/rates' && searchParams.get('grams');
  if (!isRight || !rate) return void response.writeHead(500).end();
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(rate));
});

let service: LoopbackServer;
let shop: TestShop;
let lamp: AddedProduct;
beforeAll(async () => {
  service = await listenOnLoopback(server);
  const problems: string[] = [];
  const env = { EXAMPLECOURIER_KEY: 'live_key', EXAMPLECOURIER_URL: service.url };
  shop = await openShop({ shipping: readShipping(env, problems, exampleShop) });
  expect(problems).toEqual([]);
  lamp = await shop.add({ name: 'Lamp', category: 'Home', price: 50_000, stock: 100 });
});
afterAll(async () => {
  await shop.close();
  await service.stop();
});

const quote = async (pincode: string) =>
  (await shop.succeed(deliveryQuoteCall, { body: { pincode, items: [{ product_id: lamp.id, quantity: 2 }] } })).data;

test('docs/extend.md shows the rule that these tests run', () => {
  expect(readProjectFile('docs/extend.md')).toContain(
    `\`\`\`ts\n${readProjectFile('tests/fixtures/extensions/shipping-rule.ts')}\`\`\``,
  );
});

test('its settings are checked', () => {
  const read = (env: NodeJS.ProcessEnv) => {
    const problems: string[] = [];
    return { name: readShipping(env, problems, { shipping: exampleCourier })?.rule.name, problems };
  };
  expect(read({})).toEqual({ name: undefined, problems: [] });
  expect(read({ EXAMPLECOURIER_KEY: 'k', EXAMPLECOURIER_URL: 'https://courier.example' })).toEqual({
    name: 'examplecourier',
    problems: [],
  });
  expect(read({ EXAMPLECOURIER_KEY: 'k' }).problems).toEqual(['EXAMPLECOURIER_URL must be set when EXAMPLECOURIER_KEY is']);
});

test('quote, order and pages say what it answers, and its failure is the shop’s own charge', async () => {
  expect(await quote('560001')).toMatchObject({
    shipping: { charge: '60.00', free_from: '1999.00', cod_fee: '25.00' },
    days: { from: 1, to: 2 },
    cod: true,
  });
  expect(asked).toEqual(['GET /rates?pincode=560001&grams=1000']);
  expect(await quote('744101')).toMatchObject({ shipping: { charge: '150.00' }, cod: false });
  expect(await quote('110001')).toEqual({ served: false });
  expect(await quote('400001')).toMatchObject({ served: true, shipping: { charge: '0.00' } });
  const shopper = customerOf(shop, await signUp(shop, '9456000001'));
  await shopper.put(lamp.id, 2);
  await shopper.buy('1085.00', { address: { ...address, pincode: '560001' } });
  expect(await shopper.orders()).toMatchObject([{ shipping_amount: '60.00', cod_fee: '25.00' }]);
  expect((await shop.succeed(storeInfoCall)).storeinfo.shipping).toEqual({
    charge: '150.00',
    free_from: '1999.00',
    cod_fee: '50.00',
    by_pincode: true,
  });
});
