import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fitHost, fitVariables, joinOrdersForSms, MAX_SMS_VARIABLE } from '#api/services/messages/sms-variables.ts';
import { generateOrderNumber } from '#api/services/order-number.ts';

const fit = (value: string): string => fitVariables({ value })['value'] ?? '';

describe('a variable of a text message', () => {
  test('has at most 30 characters, whatever it is', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.lorem()), (text) => {
        const value = fit(text);
        expect(value.length).toBeLessThanOrEqual(MAX_SMS_VARIABLE);
        expect(value.isWellFormed() || !text.isWellFormed()).toBe(true);
        expect(value !== '' || text.trim() === '').toBe(true);
      }),
    );
  });

  test.each([
    ['Delhivery', 'Delhivery'],
    ['Shree Maruti Courier Services Private Limited', 'Shree Maruti Courier Services'],
    ['x'.repeat(40), 'x'.repeat(30)],
    ['1490812345678', '1490812345678'],
    ['दिल्ली एक्सप्रेस कूरियर सेवा प्राइवेट लिमिटेड', 'दिल्ली एक्सप्रेस कूरियर सेवा'],
  ])('%s is %s', (text, expected) => expect(fit(text)).toBe(expected));
});

test.each([
  [1, /^HT-\w{8}$/],
  [2, /^HT-\w{8}, HT-\w{8}$/],
  [3, /^HT-\w{8} and 2 more$/],
  [40, /^HT-\w{8} and 39 more$/],
])('%i orders fit one variable', (count, expected) => {
  const joined = joinOrdersForSms(Array.from({ length: count }, generateOrderNumber));
  expect(joined).toMatch(expected);
  expect(fit(joined)).toBe(joined);
});

test.each([
  ['shop.example', 'shop.example'],
  ['www.a-shop-with-a-rather-long.com', 'a-shop-with-a-rather-long.com'],
  [
    'shop.handloom-house-of-banaras.co.in',
    'handloom-house-of-banaras.co.in'.length <= 30 ? 'handloom-house-of-banaras.co.in' : undefined,
  ],
  ['shop.handloom-of-banaras.co.in', 'shop.handloom-of-banaras.co.in'],
  ['the-handloom-house-of-banaras-and-mysuru.in', undefined],
  ['the-handloom-house-of-banaras-and-mysuru.co.in', undefined],
  ['the-handloom-house-of-banaras-and-mysuru', undefined],
])('a code for %s is bound to %s', (host, expected) => expect(fitHost(host)).toBe(expected));
