import { expect, test } from 'vitest';
import { listCheckoutOrigins } from '#islands/payment/providers/checkout-origins.ts';
import type { PaymentCheckout } from '#lib/contract/payments.ts';
import { allowPayment } from '#lib/page/csp/provider-sources.ts';

/** The scripts and directives that a checkout adds to the policy of its page. */
function policyOf(checkout: Pick<PaymentCheckout, 'script' | 'origins'>) {
  const scripts: unknown[] = [];
  const directives: string[] = [];
  const csp = {
    insertDirective: (directive: string) => void directives.push(directive),
    insertScriptResource: (source: unknown) => void scripts.push(source),
    insertStyleResource: () => undefined,
    insertScriptHash: () => undefined,
    insertStyleHash: () => undefined,
  };
  allowPayment({ csp, response: { headers: new Headers() } }, listCheckoutOrigins({ provider: 'some', ...checkout }));
  return { scripts, frames: directives.find((directive) => directive.startsWith('frame-src')) };
}

const script = 'https://checkout.pay.example/v1.js';

test('a payment page allows the origins that the store names, else that of the script', () => {
  expect(policyOf({ script })).toEqual({
    scripts: ["'self'", 'https://checkout.pay.example'],
    frames: 'frame-src https://checkout.pay.example',
  });
  const origins = ['https://*.pay.example', 'https://bank.example:8443'];
  expect(policyOf({ script, origins })).toEqual({ scripts: ["'self'", ...origins], frames: `frame-src ${origins.join(' ')}` });
});

test('a store that names no origins keeps the hosts of a known checkout, and no others', () => {
  const hosts = 'https://checkout.razorpay.com/v1/checkout.js';
  expect(policyOf({ script: hosts }).scripts).toEqual(["'self'", 'https://*.razorpay.com']);
  expect(policyOf({ script: 'https://razorpay.com.pay.example/v1.js' }).scripts).toEqual([
    "'self'",
    'https://razorpay.com.pay.example',
  ]);
  expect(policyOf({ script: 'no address' }).scripts).toEqual(["'self'"]);
});

test.each([
  '*',
  'https:',
  'data:',
  "'unsafe-inline'",
  'https://pay.example; script-src *',
  'https://*',
  'https://pay.example/a b',
  '',
])('a store cannot put "%s" into the policy', (origin) => {
  expect(policyOf({ script, origins: [origin] }).scripts).toEqual(["'self'"]);
});
