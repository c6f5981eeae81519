import { expect, test } from 'vitest';
import { areasOfPincode, chargesOfZone, highestCharges, type ShippingZone, takesCod } from '#api/services/shipping/zone.ts';

const zone: ShippingZone = {
  name: 'South',
  days: { from: 2, to: 4 },
  slabBy: 'value',
  slabs: [
    { from: 0, charge: 9900 },
    { from: 50_000, charge: 4900 },
  ],
  freeFrom: 100_000,
  cod: { fee: 3000, max: 200_000 },
};
const line = (price: number, grams = 0, quantity = 1) => ({ price, grams, quantity });

test('a pincode belongs to itself, then its longer prefixes, its State and everywhere else', () => {
  expect(areasOfPincode('560001', 'Karnataka')).toEqual(['560001', '56000', '5600', '560', '56', '5', 'Karnataka', '*']);
  expect(areasOfPincode('900001', undefined).at(-2)).toBe('9');
});

test('the charge is that of the highest slab that the items reach, by value or by weight', () => {
  const charge = (of: ShippingZone, ...lines: ReturnType<typeof line>[]) => chargesOfZone(of, lines).shipping;
  expect(charge(zone, line(49_999))).toBe(9900);
  expect(charge(zone, line(25_000, 0, 2))).toBe(4900);
  const byWeight: ShippingZone = {
    ...zone,
    slabBy: 'weight',
    slabs: [
      { from: 0, charge: 4000 },
      { from: 501, charge: 8000 },
    ],
  };
  expect(charge(byWeight, line(1, 250, 2))).toBe(4000);
  expect(charge(byWeight, line(1, 250, 2), line(1, 1))).toBe(8000);
  expect(charge(byWeight, line(99_999))).toBe(4000);
});

test('the charges carry the amount from which shipping is free, and the fee', () => {
  expect(chargesOfZone(zone, [line(1)])).toEqual({ shipping: 9900, freeFrom: 100_000, codFee: 3000 });
  const free = { ...zone, slabs: [{ from: 0, charge: 0 }], cod: null };
  expect(chargesOfZone(free, [line(1)])).toEqual({ shipping: 0, freeFrom: null, codFee: 0 });
});

test('cash on delivery is taken up to the highest items total of the zone', () => {
  expect(takesCod(zone, 200_000)).toBe(true);
  expect(takesCod(zone, 200_001)).toBe(false);
  expect(takesCod({ ...zone, cod: { fee: 0, max: null } }, 9_999_999)).toBe(true);
  expect(takesCod({ ...zone, cod: null }, 1)).toBe(false);
});

test('the highest charges of zones are free from an amount only where each zone that charges is', () => {
  const free = { ...zone, slabs: [{ from: 0, charge: 0 }], freeFrom: null, cod: null };
  expect(highestCharges([zone, free], false)).toEqual({ shipping: 9900, freeFrom: 100_000, codFee: 3000, byPincode: true });
  expect(highestCharges([{ ...zone, freeFrom: null }, zone], true)).toMatchObject({ shipping: 9900, freeFrom: null });
});

test('zones say the fewest and the most days, if each says its own and they serve all', () => {
  const days = (servesAll: boolean, ...of: ShippingZone['days'][]) =>
    highestCharges(
      of.map((own) => ({ ...zone, days: own })),
      servesAll,
    ).days;
  const [near, far] = [
    { from: 1, to: 2 },
    { from: 2, to: 9 },
  ];
  expect(days(true, near, far)).toEqual({ from: 1, to: 9 });
  expect(days(true, near, null)).toBeUndefined();
  expect(days(false, near, far)).toBeUndefined();
});

test('zones that charge the same for every pincode say so, if they serve all', () => {
  const flat = { ...zone, slabs: [{ from: 0, charge: 4900 }] };
  const same = (zones: ShippingZone[], servesAll: boolean) => highestCharges(zones, servesAll).sameEverywhere;
  expect(same([flat, { ...flat, days: null, cod: null }], true)).toBe(true);
  expect(same([flat], false)).toBeUndefined();
  expect(same([flat, { ...flat, freeFrom: null }], true)).toBeUndefined();
  expect(same([zone], true)).toBeUndefined();
});
