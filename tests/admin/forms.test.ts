import { expect, test } from 'vitest';
import { fieldDigits } from '#admin/server/field-text.ts';
import { readFormRupees } from '#admin/server/money-forms.ts';
import { readEdit } from '#admin/server/order/read-order-forms.ts';
import { typedList } from '#admin/server/ship-form.ts';

const formOf = (fields: Record<string, string>): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};

test.for(['9876543210', '+91 98765 43210', '098765 43210', '0091-98765-43210', ' 98765 43210 ', '९८७६५ ४३२१०'])(
  'a form of staff takes the mobile number %j',
  (text) => {
    expect(fieldDigits(formOf({ phone: text }), 'phone', 'phone')).toBe('9876543210');
  },
);

test('a corrected address takes numbers and a pincode as people write them', () => {
  const address = {
    kind: 'address',
    firstname: 'Asha',
    lastname: 'Rao',
    phone_number: '+91 98765-43210',
    alt_phone_number: '0 91234 56789',
    email: 'asha@example.com',
    address: '4 Mill Road',
    city: 'Mysuru',
    pincode: '570 001',
    state: 'Karnataka',
  };
  expect(readEdit(formOf(address))).toMatchObject({
    edit: { address: { phone_number: '9876543210', alt_phone_number: '9123456789', pincode: '570001' } },
  });
  expect(readEdit(formOf({ ...address, alt_phone_number: '', pincode: '57O001' }))).toMatchObject({
    errors: { pincode: [expect.any(String)] },
  });
});

test.for([
  ['200', '200.00'],
  ['₹1,499.5', '1499.50'],
  ['Rs. 1,499/-', '1499.00'],
  [' rs 20.05 ', '20.05'],
  ['20.055', '20.055'],
  ['-20', '-20'],
  ['two', 'two'],
])('the amount %j is read as %j', ([text = '', read]) => {
  expect(readFormRupees(formOf({ amount: text }), 'amount')).toBe(read);
});

test('AWBs with a comma between them are parcels of one order', () => {
  const form = formOf({ 'awb-HT-1': ' EK 123 456 789 IN ', 'awb-HT-2': '1490812,1490813; ', 'awb-HT-3': ' ', courier: 'DTDC' });
  expect(typedList(form)).toBe('HT-1\tEK 123 456 789 IN\nHT-2\t1490812\nHT-2\t1490813');
});
