import { expect, test } from 'vitest';
import { paymentProviders } from '#api/services/payments/providers.ts';
import { listFiles, readProjectFile } from './imports.ts';

/** Where a provider's name may stand: its API side and its part of the payment page. */
const places = /^src\/(?:api\/services\/payments|islands\/payment\/providers)\//;

/** The UPI apps that the checkout names; one has the name of a provider. */
const upiApps = 'Google Pay, PhonePe, Paytm';

const names = [...new Set([...paymentProviders.map(({ name }) => name), 'razorpay', 'cashfree', 'phonepe'])];

test('only the payment folders name a payment provider', () => {
  const files = listFiles('src').filter((file) => !places.test(file));
  expect(files.length).toBeGreaterThan(500);
  const naming = files.filter((file) => {
    const text = `${file} ${readProjectFile(file).replace(upiApps, '')}`.toLowerCase();
    return names.some((name) => text.includes(name));
  });
  expect(naming).toEqual([]);
});

test('the settings of a provider begin with its name, and no two settings are alike', () => {
  const settings = paymentProviders.flatMap(({ name, settings }) => settings.map((setting) => [name, setting.name] as const));
  for (const [provider, setting] of settings) expect(setting).toMatch(new RegExp(`^${provider.toUpperCase()}_[A-Z_]+$`));
  expect(new Set(settings.map(([, setting]) => setting)).size).toBe(settings.length);
});
