import { readShopConfig } from '#api/extend/load-shop-config.ts';
import { createLog } from '#api/logging.ts';
import { ProviderUnreachable } from '#api/services/payments/provider-interface.ts';

// Bundled and run by shop-config.test.ts.

const { payments = [] } = await readShopConfig(process.env);
const provider = await payments[0]?.connect({ FARPAY_KEY: 'k' }, createLog({ production: true, level: 'silent' }));
try {
  const customer = { id: '1', name: 'Asha Rao', email: 'asha@example.in', phone: '9876543210' };
  const due = { id: 'a', amount: 100, customer, returnUrl: 'https://shop.example/payment?id=a' };
  await provider?.createOrder(due, AbortSignal.timeout(1000));
} catch (error) {
  if (error instanceof ProviderUnreachable) console.log(`unreachable: ${error.message}`);
}
