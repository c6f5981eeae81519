import type { Logger } from 'pino';
import type { PaymentProvider } from './provider-interface.ts';

/** A setting of a payment provider, read from an environment variable. */
export interface ProviderSetting {
  /** Environment variable, such as `RAZORPAY_KEY_ID`. It begins with the provider's name in capitals. */
  name: string;
  /** What `store setup` asks and shows as help of the flag; a setting without it is not asked. */
  question?: string;
  /** What the question says about an empty answer, such as "(Enter for none)". */
  ifEmpty?: string;
  /** Keys are not shown while they are typed. */
  isSecret?: boolean;
  /** The shop does not start without it once the first setting has a value. */
  isRequired?: boolean;
  /** Its value must be an http or https URL. */
  isUrl?: boolean;
}

/** The values of a provider's settings by their names; a setting without a value is absent. */
export type ProviderValues = Readonly<Record<string, string>>;

/** What is wrong with valid settings, for the owner: a sentence, and what to do. */
export interface ProviderWarning {
  finding: string;
  fix: string;
}

/**
 * A payment provider that a shop can be set up with. Commands read all but `connect`, so it loads no code of the provider before the shop is
 * opened.
 */
export interface PaymentProviderModule {
  /** Lower-case name: in URLs of webhooks and callbacks, on the wire and in the database. */
  readonly name: string;
  /** All settings. A value of the first turns the provider on. */
  readonly settings: readonly [ProviderSetting, ...ProviderSetting[]];
  /** npm packages that it loads when it is needed; they stay outside a built program. */
  readonly packages?: readonly string[];
  /**
   * The file of its button on the payment page: an ES module for browsers that exports `mount` (see docs/extend.md), without imports, at most 64 KB.
   * The shop serves it. Read when the store is opened. A `URL` relative to `import.meta.url`, or an absolute path.
   */
  readonly browserModule?: URL | string | undefined;
  /** Finds what keeps a shop with these values from receiving money, such as a test key. Called by `store doctor` in production. */
  readonly findWarnings?: (values: ProviderValues) => ProviderWarning[];
  /** Makes the provider of a shop. Called once, when the store is opened; sends no request. The values are complete and valid. */
  readonly connect: (values: ProviderValues, log: Logger) => Promise<PaymentProvider>;
}

/** The provider of a shop, with the values of its settings. */
export interface ChosenProvider {
  provider: PaymentProviderModule;
  values: ProviderValues;
}
