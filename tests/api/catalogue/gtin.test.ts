import { expect, test } from 'vitest';
import { isGtin } from '#api/services/catalogue/gtin.ts';

test.for(['96385074', '036000291452', '8900000000012', '4006381333931', '10614141000415'])('%s is a GTIN', (barcode) => {
  expect(isGtin(barcode)).toBe(true);
});

test.for([
  '',
  '0',
  '00000000',
  '0000000000000',
  '8900000000013',
  '890000000001',
  '8.9E+12',
  '89 00000000012',
  'SC-R',
  '१२३४५६७०',
])('"%s" is none', (barcode) => {
  expect(isGtin(barcode)).toBe(false);
});
