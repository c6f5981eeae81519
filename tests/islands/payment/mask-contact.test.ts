import { expect, test } from 'vitest';
import { maskEmail, maskPhone } from '#islands/payment/mask-contact.ts';

test.for([
  ['asha@example.com', 'a•••@example.com'],
  ['a@example.com', 'a•••@example.com'],
  ['अशा@example.in', 'अ•••@example.in'],
  ['"a@b"@example.in', '"•••@example.in'],
] as const)('%s is shown as %s', ([email, masked]) => {
  expect(maskEmail(email)).toBe(masked);
});

test('a phone number keeps its first two and last three digits', () => {
  expect(maskPhone('9876543210')).toBe('98•••••210');
});
