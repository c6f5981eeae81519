import { expect, test } from 'vitest';
import { toWhatsAppUrl } from '#lib/page/text/contact-and-grievance-officer.ts';

test.each(['+91 98765 43210', '9876543210', '+91-98765-43210', '(+91) 98765 43210'])('%s has a WhatsApp chat', (phone) => {
  expect(toWhatsAppUrl(phone)).toBe('https://wa.me/919876543210');
});

test.each(['1800 123 4567', '0484 2345678', '080-23456789', '+44 20 7946 0958', '0000000000', 'call us'])(
  '%s is no mobile number and has none',
  (phone) => {
    expect(toWhatsAppUrl(phone)).toBeUndefined();
  },
);
