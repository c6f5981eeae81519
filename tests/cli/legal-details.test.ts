import { describe, expect, test } from 'vitest';
import { findLegalProblem, type LegalKey } from '#api/services/health/legal-details.ts';
import { readLegalDetail } from '#cli/store/legal-details.ts';

const right: [key: LegalKey, typed: string, stored: string][] = [
  ['support_phone', '98765 43210', '98765 43210'],
  ['support_phone', '+91-98765-43210', '+91-98765-43210'],
  ['support_phone', '022 2345 6789', '022 2345 6789'],
  ['support_phone', '1800 123 4567', '1800 123 4567'],
  ['support_phone', '९८७६५४३२१०', '9876543210'],
  ['support_phone', '\u200b9876543210', '9876543210'],
  ['grievance_officer_phone', '(080) 4123.4567', '(080) 4123.4567'],
  ['support_email', ' care@shop.example ', 'care@shop.example'],
  ['state', 'tamilnadu', 'Tamil Nadu'],
  ['state', 'J&K', 'Jammu and Kashmir'],
  ['gstin', '29abcde1234f1zw', '29ABCDE1234F1ZW'],
  ['address', 'मिल रोड 4, Mysuru 570001', 'मिल रोड 4, Mysuru 570001'],
];

test.each(right)('%s "%s" is stored as "%s"', (key, typed, stored) => {
  expect(findLegalProblem(key, typed)).toBeUndefined();
  expect(readLegalDetail(key, typed)).toMatchObject({ [key]: stored });
});

describe('is refused with what it must be', () => {
  test.each<[LegalKey, string, string]>([
    ['support_phone', '12', 'must be a phone number such as'],
    ['support_phone', '98765432101', 'must be a phone number such as'],
    ['support_phone', 'call me', 'must be a phone number such as'],
    ['grievance_officer_phone', '0000000000', 'must be a phone number such as'],
    ['support_email', 'notmail', 'must be an email address such as care@shop.example'],
    ['grievance_officer_email', 'a@b', 'must be an email address'],
    ['state', 'Bavaria', 'must be a State or union territory of India'],
    ['gstin', 'XX', 'must be a GSTIN of 15 characters'],
    ['gstin', '29ABCDE1234F1ZX', 'with its check digit'],
    ['address', '---', 'must be a text with letters'],
    ['legal_name', 'x'.repeat(301), 'at most 300 characters'],
  ])('%s "%s"', (key, text, said) => {
    expect(findLegalProblem(key, text)).toContain(said);
    expect(() => readLegalDetail(key, text)).toThrow(`legal.${key} must be`);
  });
});

test('a business without GSTIN says so once, and a GSTIN takes that back', () => {
  expect(readLegalDetail('gstin', 'None')).toEqual({ gstin: undefined, gst_registered: false });
  expect(readLegalDetail('gstin', '29ABCDE1234F1ZW')).toEqual({ gstin: '29ABCDE1234F1ZW', gst_registered: undefined });
  expect(readLegalDetail('gstin', '')).toEqual({ gstin: undefined, gst_registered: undefined });
});
