import { expect, test } from 'vitest';
import { normaliseDigits } from '#lib/rules/digits.ts';

test.for([
  '9876543210',
  '98765 43210',
  '98765-43210',
  '+91 98765 43210',
  '+91-98765-43210',
  '91 9876543210',
  '0091 98765 43210',
  '098765 43210',
  ' (098765) 43210 ',
])('the mobile number written as %j has ten digits', (text) => {
  expect(normaliseDigits(text, 'phone')).toBe('9876543210');
});

test('a number that begins with 91 keeps all its digits', () => {
  expect(normaliseDigits('9198765432', 'phone')).toBe('9198765432');
  expect(normaliseDigits('+91 91987 65432', 'phone')).toBe('9198765432');
});

test.for([
  ['+91 98', '+9198'],
  ['0987654321', '0987654321'],
  ['98765432101', '98765432101'],
  ['98765abcde', '98765abcde'],
  ['', ''],
] as const)('the incomplete or invalid number %j loses no digit', ([text, kept]) => {
  expect(normaliseDigits(text, 'phone')).toBe(kept);
});

test.for([
  ['682 001', '682001'],
  ['682-001', '682001'],
  ['091234', '091234'],
  ['abcdef', 'abcdef'],
] as const)('the pincode %j becomes %j', ([text, kept]) => {
  expect(normaliseDigits(text, 'code')).toBe(kept);
});
