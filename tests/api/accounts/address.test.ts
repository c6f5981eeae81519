import { afterAll, beforeAll, expect, test } from 'vitest';
import { getShippingAddressCall, shippingAddressCall } from '#lib/contract/address.ts';
import { newMobile } from '#tests/support/store/accounts.ts';
import { customerOf } from '#tests/support/store/customer.ts';
import { openShop, signIn, signUp, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const home = {
  email: 'asha@example.com',
  firstname: 'Asha',
  lastname: 'Rao',
  phone_number: '9876543210',
  address: '12 MG Road, “The Nest”',
  pincode: '560001',
  city: 'Bengaluru',
  state: 'Karnataka',
};

test('a customer has no address at first, then the one saved last', async () => {
  const token = await signUp(shop, newMobile());
  expect((await shop.succeed(getShippingAddressCall, { token })).data).toBeNull();
  expect(await shop.succeed(shippingAddressCall, { token, body: home })).toEqual({
    success: true,
    message: 'Your address has been saved',
    data: home,
  });
  const moved = { ...home, address: '4 Park Street', city: 'Kolkata', pincode: '700016', state: 'West Bengal' };
  await shop.succeed(shippingAddressCall, { token, body: { ...moved, alt_phone_number: '' } });
  expect((await shop.succeed(getShippingAddressCall, { token })).data).toEqual(moved);
  expect(await shop.store.db.selectFrom('saved_address').selectAll().execute()).toHaveLength(1);
});

test.for([
  ['TAMILNADU', '600001', 'Tamil Nadu'],
  ['orissa', '751001', 'Odisha'],
  ['Narnia', '560001', 'Karnataka'],
] as const)('the State %s at %s is saved as %s', async ([state, pincode, saved]) => {
  const token = await signUp(shop, newMobile());
  const reply = await shop.succeed(shippingAddressCall, { token, body: { ...home, state, pincode } });
  expect(reply.data.state).toBe(saved);
});

test('a State that does not exist, at a pincode of no State, is refused, also by a checkout', async () => {
  const shopper = customerOf(shop, await signUp(shop, newMobile()));
  const body = { ...home, state: 'Narnia', pincode: '999999' };
  const refused = { success: false, httpStatus: 422, errors: { state: ['Please enter a State or union territory of India'] } };
  expect(await shop.call(shippingAddressCall, { token: shopper.token, body })).toMatchObject(refused);
  const { id } = await shop.add({ name: 'Jug', category: 'Home', price: 50_000, stock: 5 });
  await shopper.put(id);
  expect(await shopper.checkOut('500.00', { address: body })).toMatchObject(refused);
  expect(await shopper.orders()).toEqual([]);
});

test('an address is visible only to its customer', async () => {
  const [one, other] = [await signUp(shop, newMobile()), await signUp(shop, newMobile())];
  await shop.succeed(shippingAddressCall, { token: one, body: home });
  expect((await shop.succeed(getShippingAddressCall, { token: other })).data).toBeNull();
});

test('ten concurrent saves leave exactly one complete address', async () => {
  const token = await signUp(shop, newMobile());
  const bodies = Array.from({ length: 10 }, (_, i) => ({ ...home, address: `${i} MG Road`, pincode: `56000${i}` }));
  await Promise.all(bodies.map((body) => shop.succeed(shippingAddressCall, { token, body })));
  expect(bodies).toContainEqual((await shop.succeed(getShippingAddressCall, { token })).data);
});

test('a first order saves its address, a later order does not', async () => {
  const shopper = customerOf(shop, await signUp(shop, newMobile()));
  const { id } = await shop.add({ name: 'Vase', category: 'Home', price: 50_000, stock: 5 });
  const order = async (street: string) => {
    await shopper.put(id);
    await shopper.buy('500.00', { address: { ...home, address: street } });
    return (await shop.succeed(getShippingAddressCall, { token: shopper.token })).data?.address;
  };
  expect(await order('1 First Street')).toBe('1 First Street');
  expect(await order('2 Gift Lane')).toBe('1 First Street');
});

test('an invalid address is refused with the specification’s messages and not saved', async () => {
  const token = await signUp(shop, newMobile());
  const body = {
    ...home,
    email: '',
    phone_number: '12',
    address: ' ',
    pincode: '5600',
    city: '',
    state: '',
    alt_phone_number: '1',
  };
  expect(await shop.fail(shippingAddressCall, { token, body })).toMatchObject({
    httpStatus: 422,
    errors: {
      email: ['Email is required'],
      phone_number: ['Must be a valid 10-digit number'],
      address: ['Address is required'],
      pincode: ['Must be a valid 6-digit pincode'],
      city: ['City is required'],
      state: ['State is required'],
      alt_phone_number: ['Must be a valid 10-digit number'],
    },
  });
  expect((await shop.succeed(getShippingAddressCall, { token })).data).toBeNull();
});

test('control characters in an address are replaced by spaces', async () => {
  const token = await signUp(shop, newMobile());
  const body = {
    ...home,
    firstname: '\u001b[31mAsha',
    address: '12\u001b]0;x\u0007 Road\r\nTotal 0.00',
    city: 'Pune\nHT-1 \ud800',
  };
  expect((await shop.succeed(shippingAddressCall, { token, body })).data).toMatchObject({
    firstname: '[31mAsha',
    address: '12 ]0;x  Road Total 0.00',
    city: 'Pune HT-1',
  });
});

test('a verified number without a name has no address', async () => {
  const token = await signIn(shop, newMobile());
  expect((await shop.fail(shippingAddressCall, { token, body: home })).httpStatus).toBe(403);
});
