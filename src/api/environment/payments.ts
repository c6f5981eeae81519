import type { ShopConfig } from '#api/extend/shop-config.ts';
import type { ChosenProvider, PaymentProviderModule } from '#api/services/payments/provider-module.ts';
import { paymentProviders } from '#api/services/payments/providers.ts';
import { findDoubleNames, listSwitches, readProviderValues } from './provider-values.ts';

/** The payment providers of a shop: its own and those of its configuration. */
export const listPaymentProviders = ({ payments = [] }: ShopConfig): readonly PaymentProviderModule[] => [
  ...paymentProviders,
  ...payments,
];

/** Reads the settings of the payment provider, one of `providers`; undefined without one. Adds to `problems`. */
export function readPayments(
  env: NodeJS.ProcessEnv,
  problems: string[],
  providers: readonly PaymentProviderModule[] = paymentProviders,
): ChosenProvider | undefined {
  for (const name of findDoubleNames(providers)) problems.push(`Two payment providers are named ${name}: give one another name`);
  const [provider, ...others] = providers.filter(({ settings: [first] }) => env[first.name]);
  if (!provider) return undefined;
  if (others.length > 0)
    problems.push(
      `${provider.settings[0].name} and ${listSwitches(others).join(' and ')} cannot be set together: a shop has one payment provider`,
    );
  return { provider, values: readProviderValues(provider, env, problems) };
}
