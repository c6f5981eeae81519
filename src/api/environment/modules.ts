import { reasonOf } from '#api/database/errors/store-errors.ts';
import type { ShopConfig } from '#api/extend/shop-config.ts';
import {
  type ChosenTransport,
  isMail,
  type MessageTransportModule,
  pickChannels,
} from '#api/services/messages/transport-module.ts';
import { messageTransports } from '#api/services/messages/transports.ts';
import type { ChosenProvider, PaymentProviderModule } from '#api/services/payments/provider-module.ts';
import { paymentProviders } from '#api/services/payments/providers.ts';
import type { ProviderSetting, ProviderSettings, ProviderValues } from '#api/services/provider-settings.ts';
import { parseHighest } from '#api/services/shipping/guard-rule.ts';
import type { ChosenRule } from '#api/services/shipping/shipping-rule.ts';
import { isUrl } from './addresses.ts';

/** The modules of a shop that have settings of their own: transports of messages, payment providers, the shipping rule. */
export const listModules = (shop: ShopConfig): readonly { readonly settings: ProviderSettings }[] => [
  ...listMessageTransports(shop),
  ...listPaymentProviders(shop),
  ...(shop.shipping?.settings ? [{ settings: shop.shipping.settings }] : []),
];

/** The transports that a shop can be set up with: its own and those of its configuration. */
export const listMessageTransports = ({ messages = [] }: ShopConfig): readonly MessageTransportModule[] => [
  ...messageTransports,
  ...messages,
];

function findDuplicates(chosen: readonly ChosenTransport[]): string[] {
  const byChannel = Map.groupBy(
    chosen.flatMap((transport) => pickChannels(transport).map((channel) => ({ channel, ...transport }))),
    ({ channel }) => channel,
  );
  return [...byChannel]
    .filter(([, ofChannel]) => ofChannel.length > 1)
    .map(([channel, ofChannel]) => {
      const switches = ofChannel.map(({ module }) => module.settings[0].name).join(' and ');
      return `${switches} cannot be set together: a shop has one provider for ${channelNames[channel]}`;
    });
}

const channelNames = { mail: 'mails', sms: 'text messages', whatsapp: 'WhatsApp' } as const;

/** Reads the settings of the message transports, of `modules`. Adds to `problems`. */
export function readMessages(
  env: NodeJS.ProcessEnv,
  problems: string[],
  modules: readonly MessageTransportModule[] = messageTransports,
): ChosenTransport[] {
  const chosen = modules
    .filter(({ settings: [first] }) => env[first.name])
    .map((module): ChosenTransport => {
      const values = readProviderValues(module, env, problems);
      if (isMail(module) && !env['PUBLIC_SITE_URL'])
        problems.push(`PUBLIC_SITE_URL must be set when ${module.settings[0].name} is: links in mails begin with it`);
      return { module, values };
    });
  for (const name of findDoubleNames(modules)) problems.push(`Two message transports are named ${name}: give one another name`);
  problems.push(...findDuplicates(chosen));
  return chosen;
}

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

/** Reads the settings of the shop's shipping rule; undefined without one, or while its first setting has no value. Adds to `problems`. */
export function readShipping(env: NodeJS.ProcessEnv, problems: string[], { shipping: rule }: ShopConfig): ChosenRule | undefined {
  const { settings } = rule ?? {};
  if (!rule || (settings && !env[settings[0].name])) return undefined;
  const found: string[] = [];
  const values = settings ? readProviderValues({ settings }, env, found) : {};
  problems.push(...found);
  if (found.length > 0) return undefined;
  try {
    return { rule, values, highest: parseHighest(rule.highest(values)) };
  } catch (error) {
    problems.push(`The shipping rule ${rule.name} does not say its highest charges in whole paise: ${reasonOf(error)}`);
    return undefined;
  }
}

/** Says that the rule of `shop.config.ts` is not used because its first setting has no value. */
export const findUnusedRule = (env: NodeJS.ProcessEnv, { shipping: rule }: ShopConfig): string[] =>
  rule?.settings && !env[rule.settings[0].name]
    ? [
        `The shipping rule ${rule.name} of shop.config.ts is not used without ${rule.settings[0].name}: set it, or take the rule out`,
      ]
    : [];

interface WithSettings {
  readonly settings: ProviderSettings;
}

/** The setting that turns each provider on. */
export const listSwitches = (providers: readonly WithSettings[]): string[] =>
  providers.map(({ settings: [first] }) => first.name);

/** The settings that have no effect without another one, each with that one. */
export const listDependentSettings = (providers: readonly WithSettings[]): (readonly [string, string])[] =>
  providers.flatMap(({ settings: [first, ...others] }) => others.map(({ name }) => [name, first.name] as const));

/** Names that two providers have: URLs of webhooks, the log and `store doctor` name providers. */
function findDoubleNames(providers: readonly { readonly name: string }[]): string[] {
  const names = providers.map(({ name }) => name);
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}

function findProblem(setting: ProviderSetting, value: string | undefined, first: string): string | undefined {
  const { name, isRequired, isUrl: mustBeUrl } = setting;
  if (!value && isRequired) return `${name} must be set when ${first} is`;
  if (value && mustBeUrl && !isUrl(value, ['http:', 'https:']))
    return `${name} must be a URL that begins with http:// or https://`;
  return setting.findProblem?.(value);
}

/** Reads the settings of a provider that is turned on. Adds to `problems`. */
function readProviderValues({ settings }: WithSettings, env: NodeJS.ProcessEnv, problems: string[]): ProviderValues {
  const values: Record<string, string> = {};
  for (const setting of settings) {
    const value = env[setting.name];
    if (value) values[setting.name] = value;
    const problem = findProblem(setting, value, settings[0].name);
    if (problem) problems.push(problem);
  }
  return values;
}
