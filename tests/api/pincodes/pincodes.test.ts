import { afterAll, beforeAll, expect, test } from 'vitest';
import { pincodeCall } from '#lib/contract/pincodes.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const find = (pincode: string) => shop.call(pincodeCall, { params: { pincode } });

test.each([
  ['560001', 'Bengaluru', 'Karnataka'],
  ['110001', 'New Delhi', 'Delhi'],
  ['400050', 'Mumbai', 'Maharashtra'],
  ['400601', 'Thane', 'Maharashtra'],
  ['403001', 'Panaji', 'Goa'],
  ['160017', 'Chandigarh', 'Chandigarh'],
  ['248001', 'Dehradun', 'Uttarakhand'],
  ['226001', 'Lucknow', 'Uttar Pradesh'],
  ['605001', 'Puducherry', 'Puducherry'],
  ['834001', 'Ranchi', 'Jharkhand'],
  ['737101', 'Gangtok', 'Sikkim'],
  ['744101', 'Port Blair', 'Andaman and Nicobar Islands'],
  ['796001', 'Aizawl', 'Mizoram'],
])('%s is in %s, %s', async (pincode, city, state) => {
  expect(await find(pincode)).toMatchObject({ data: [{ city, state }] });
});

test('the city is empty where only the state is certain', async () => {
  expect(await find('591001')).toMatchObject({ data: [{ state: 'Karnataka' }] });
  expect(await find('574201')).toMatchObject({ data: [{ city: '', state: 'Karnataka' }] });
});

test.each(['000000', '900001', '999999', '290001'])('%s is unknown', async (pincode) => {
  expect(await find(pincode)).toMatchObject({ data: [] });
});

test.each(['56001', '5600011', 'abcdef', "56'001"])('%s is not a pincode', async (pincode) => {
  expect(await find(pincode)).toMatchObject({ httpStatus: 422, errors: { pincode: ['Must be a valid 6-digit pincode'] } });
});
