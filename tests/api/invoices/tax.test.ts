import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { spellAmount } from '#api/services/invoices/amount-in-words.ts';
import { formatRate, parseRate, splitTax } from '#api/services/invoices/calculate-tax.ts';
import { findState, nameStateTax } from '#api/services/invoices/gst-state-codes.ts';
import { normaliseGstin } from '#api/services/invoices/gstin.ts';
import { financialYearOf, formatInvoiceNumber } from '#api/services/invoices/number-series.ts';

describe('the tax contained in a price', () => {
  test.each([
    [105_00, 500, true, { taxable: 100_00, central: 2_50, state: 2_50, integrated: 0 }],
    [105_00, 500, false, { taxable: 100_00, central: 0, state: 0, integrated: 5_00 }],
    [1499_00, 1800, false, { taxable: 1270_34, central: 0, state: 0, integrated: 228_66 }],
    [1499_00, 1800, true, { taxable: 1270_34, central: 114_33, state: 114_33, integrated: 0 }],
    [99_99, 0, true, { taxable: 99_99, central: 0, state: 0, integrated: 0 }],
    [0, 1800, false, { taxable: 0, central: 0, state: 0, integrated: 0 }],
  ])('%i paise at %i', (amount, rate, isSameState, split) => {
    expect(splitTax(amount, rate, isSameState)).toEqual(split);
  });

  test('adds up to the price exactly, has equal halves, and is right to a paisa', () => {
    const amount = fc.integer({ min: 0, max: 9_99_99_99_99_900 });
    const rate = fc.constantFrom(0, 25, 150, 300, 500, 1200, 1800, 2800, 4000, 10_000);
    fc.assert(
      fc.property(amount, rate, fc.boolean(), (paise, percent, isSameState) => {
        const { taxable, central, state, integrated } = splitTax(paise, percent, isSameState);
        expect(taxable + central + state + integrated).toBe(paise);
        expect(central).toBe(state);
        expect(isSameState ? integrated : central).toBe(0);
        for (const part of [taxable, central, integrated]) expect(Number.isSafeInteger(part) && part >= 0).toBe(true);
        const exact = (paise * percent) / (10_000 + percent);
        expect(Math.abs(central + state + integrated - exact)).toBeLessThanOrEqual(isSameState ? 1.01 : 0.51);
      }),
    );
  });
});

test.each([
  ['5', 500],
  ['18%', 1800],
  ['2.50', 250],
  ['0.25', 25],
  ['0', 0],
  ['100', 10_000],
])('the rate %s is %i hundredths of a percent', (text, rate) => {
  expect(parseRate(text)).toBe(rate);
  expect(parseRate(formatRate(rate))).toBe(rate);
});

test.each(['', '-5', '101', 'five', '5,5', '1e1', '5.123'])('"%s" is no rate', (text) => {
  expect(parseRate(text)).toBeUndefined();
});

test.each([
  ['2026-04-01T00:00:00.000Z', '26-27'],
  ['2027-03-31T18:29:59.999Z', '26-27'],
  ['2027-03-31T18:30:00.000Z', '27-28'],
  ['2026-12-31T23:59:59.000Z', '26-27'],
  ['2099-06-01T00:00:00.000Z', '99-00'],
])('%s is in the financial year %s', (timestamp, year) => {
  expect(financialYearOf(timestamp)).toBe(year);
});

test('an invoice number has at most 16 characters', () => {
  expect(formatInvoiceNumber('26-27', 1, 1)).toBe('26-27/1/00001');
  expect(formatInvoiceNumber('26-27', 46_655, 999_999)).toBe('26-27/ZZZ/999999');
  expect(() => formatInvoiceNumber('26-27', 46_656, 999_999)).toThrow('longer than 16');
});

test.each([
  ['27AAPFU0939F1ZV', '27AAPFU0939F1ZV'],
  [' 27aapfu0939f1zv ', '27AAPFU0939F1ZV'],
  ['27AAPFU0939F1ZW', undefined],
  ['28AAPFU0939F1ZV', undefined],
  ['00XXXXX0000X0XX (sample)', undefined],
  ['', undefined],
  [null, undefined],
])('GSTIN %s', (text, gstin) => {
  expect(normaliseGstin(text)).toBe(gstin);
});

test.each([
  ['Karnataka', '560001', '29'],
  ['  tamil nadu', '600001', '33'],
  ['Orissa', '', '21'],
  ['Jammu & Kashmir', '', '01'],
  ['DELHI', '', '07'],
  ['Somewhere', '682001', '32'],
  ['Karnataka', '682001', '29'],
  ['Somewhere', '999999', undefined],
])('the State of a delivery to "%s" %s is %s', (name, pincode, code) => {
  expect(findState(name, pincode)?.code).toBe(code);
});

test('a union territory without a legislature has UTGST', () => {
  expect(nameStateTax({ code: '04', name: 'Chandigarh' })).toBe('UTGST');
  expect(nameStateTax({ code: '07', name: 'Delhi' })).toBe('SGST');
});

test.each([
  [0, 'Rupees zero only'],
  [100, 'Rupees one only'],
  [1_05, 'Rupees one and five paise only'],
  [21_50, 'Rupees twenty-one and fifty paise only'],
  [1_10_00, 'Rupees one hundred ten only'],
  [1499_00, 'Rupees one thousand four hundred ninety-nine only'],
  [1_23_456_78, 'Rupees one lakh twenty-three thousand four hundred fifty-six and seventy-eight paise only'],
  [10_00_00_000_00, 'Rupees ten crore only'],
  [1_00_00_00_000_00, 'Rupees one hundred crore only'],
])('%i paise in words', (paise, words) => {
  expect(spellAmount(paise)).toBe(words);
});
