import type { ShopConfig } from '#api/extend/shop-config.ts';
import type { ChosenProvider, PaymentProviderModule, ProviderSetting } from '#api/services/payments/provider-module.ts';
import { paymentProviders } from '#api/services/payments/providers.ts';
import { isUrl } from './parse-values.ts';

/** The payment providers of a shop: its own and those of its configuration. */
export const listPaymentProviders = ({ payments = [] }: ShopConfig): readonly PaymentProviderModule[] => [
  ...paymentProviders,
  ...payments,
];

/** The setting that turns each provider on. */
export const paymentSwitches = (providers: readonly PaymentProviderModule[]): string[] =>
  providers.map(({ settings: [first] }) => first.name);

/** The settings that have no effect without another one, each with that one. */
export const dependentPaymentSettings = (providers: readonly PaymentProviderModule[]): (readonly [string, string])[] =>
  providers.flatMap(({ settings: [first, ...others] }) => others.map(({ name }) => [name, first.name] as const));

function findProblem({ name, isRequired, isUrl: mustBeUrl }: ProviderSetting, value: string | undefined, first: string) {
  if (!value) return isRequired ? `${name} must be set when ${first} is` : undefined;
  return mustBeUrl && !isUrl(value, ['http:', 'https:'])
    ? `${name} must be a URL that begins with http:// or https://`
    : undefined;
}

/** Names that two providers have: their webhooks would have one URL. */
function findDoubleNames(providers: readonly PaymentProviderModule[]): string[] {
  const names = providers.map(({ name }) => name);
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}

/** Reads the settings of the payment provider, one of `providers`; undefined without one. Adds to `problems`. */
export function readPayments(
  env: NodeJS.ProcessEnv,
  problems: string[],
  providers: readonly PaymentProviderModule[] = paymentProviders,
): ChosenProvider | undefined {
  for (const name of findDoubleNames(providers)) problems.push(`Two payment providers are named ${name}: give one another name`);
  const [provider, ...others] = providers.filter(({ settings: [first] }) => env[first.name]);
  if (!provider) return undefined;
  const first = provider.settings[0].name;
  if (others.length > 0) {
    const unused = others.map(({ settings }) => settings[0].name).join(' and ');
    problems.push(`${first} and ${unused} cannot be set together: a shop has one payment provider`);
  }
  const values: Record<string, string> = {};
  for (const setting of provider.settings) {
    const value = env[setting.name];
    if (value) values[setting.name] = value;
    const problem = findProblem(setting, value, first);
    if (problem) problems.push(problem);
  }
  return { provider, values };
}
