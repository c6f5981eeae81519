import { expect, test } from 'vitest';
import { suggestEmail } from '#islands/form/email-typo.ts';

test.each([
  ['asha@gmial.com', 'asha@gmail.com'],
  ['asha@gmai.com', 'asha@gmail.com'],
  ['asha@gamil.con', 'asha@gmail.com'],
  ['asha@gmail.co', 'asha@gmail.com'],
  ['asha@gmail.in', 'asha@gmail.com'],
  ['Asha.Rao+shop@GMAIL.CMO ', 'Asha.Rao+shop@gmail.com'],
  ['asha@yaho.co.in', 'asha@yahoo.co.in'],
  ['asha@yahooo.com', 'asha@yahoo.com'],
  ['asha@hotmial.com', 'asha@hotmail.com'],
  ['asha@outlok.com', 'asha@outlook.com'],
  ['asha@redifmail.com', 'asha@rediffmail.com'],
  ['asha@iclod.com', 'asha@icloud.com'],
])('%s suggests %s', (typed, meant) => {
  expect(suggestEmail(typed)).toBe(meant);
});

test.each([
  'asha@gmail.com',
  'asha@yahoo.in',
  'asha@ymail.com',
  'asha@mail.com',
  'asha@email.com',
  'asha@small.com',
  'asha@infosys.com',
  'asha@iitb.ac.in',
  'asha@live.in',
  'asha@',
  '@gmial.com',
  'gmial.com',
  '',
])('%j suggests nothing', (typed) => {
  expect(suggestEmail(typed)).toBeUndefined();
});
