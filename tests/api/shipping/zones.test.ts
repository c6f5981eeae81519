import { afterAll, beforeAll, expect, test } from 'vitest';
import { readDispatchTimes, setDispatchTimes } from '#api/services/shipping/dispatch-times.ts';
import { findZone, readZones, replaceZones, type ZoneWithAreas } from '#api/services/shipping/zones.ts';
import { alwaysOpen } from '#lib/rules/shipping/delivery-date.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const zone = (name: string, areas: string[], charge = 4900): ZoneWithAreas => ({
  name,
  areas,
  days: null,
  slabBy: 'value',
  slabs: [{ from: 0, charge }],
  freeFrom: null,
  cod: { fee: 0, max: null },
});
const replace = (...zones: ZoneWithAreas[]) => shop.change((tx) => replaceZones(tx, zones));
const find = (pincode: string) => findZone(shop.store.db, pincode);
const nameOf = async (pincode: string) => (await find(pincode))?.name;

test('a shop without zones has none for a pincode, and one with zones does not serve other pincodes', async () => {
  await replace();
  expect(await find('560001')).toBeUndefined();
  await replace(zone('City', ['560']));
  expect(await find('110001')).toBeNull();
});

test('the closest area wins: pincode, longest prefix, State, everywhere else', async () => {
  await replace(
    zone('Rest', ['*']),
    zone('State', ['Karnataka']),
    zone('Region', ['57']),
    zone('City', ['570', '571234']),
    zone('Street', ['570001']),
  );
  expect(await nameOf('570001')).toBe('Street');
  expect(await nameOf('570002')).toBe('City');
  expect(await nameOf('571234')).toBe('City');
  expect(await nameOf('571235')).toBe('Region');
  expect(await nameOf('560001')).toBe('State');
  expect(await nameOf('110001')).toBe('Rest');
  // An army pincode has no State.
  expect(await nameOf('900001')).toBe('Rest');
});

test('20,000 pincodes are stored and replaced as a whole', async () => {
  const many = Array.from({ length: 20_000 }, (_, i) => String(500_000 + i));
  const detailed: ZoneWithAreas = {
    ...zone('Many', many),
    days: { from: 1, to: 3 },
    slabBy: 'weight',
    slabs: [
      { from: 0, charge: 0 },
      { from: 500, charge: 9900 },
    ],
    freeFrom: 99_900,
    cod: null,
  };
  await replace(detailed);
  expect(await readZones(shop.store.db)).toEqual([detailed]);
  const { areas: _, ...found } = detailed;
  expect(await find('519999')).toEqual(found);
  await replace(zone('One', ['519999']));
  expect(await find('500000')).toBeNull();
});

test('dispatch times are always until they are set, and keep what is not changed', async () => {
  const read = () => readDispatchTimes(shop.store.db);
  expect(await read()).toEqual(alwaysOpen);
  await shop.change((tx) => setDispatchTimes(tx, { cutOffHour: 14, closedDates: ['2026-12-25'] }));
  await shop.change((tx) => setDispatchTimes(tx, { closedWeekdays: [0] }));
  expect(await read()).toEqual({ cutOffHour: 14, closedWeekdays: [0], closedDates: ['2026-12-25'] });
});
