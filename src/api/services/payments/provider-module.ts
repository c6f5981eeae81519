import type { Logger } from 'pino';
import type { ProviderSettings, ProviderValues, ProviderWarning } from '#api/services/provider-settings.ts';
import type { PaymentProvider } from './provider-interface.ts';

/**
 * A payment provider that a shop can be set up with. Commands read all but `connect`, so it loads no code of the provider before the shop is
 * opened.
 */
export interface PaymentProviderModule {
  /** Lower-case name: in URLs of webhooks and callbacks, on the wire and in the database. */
  readonly name: string;
  readonly settings: ProviderSettings;
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

export interface ChosenProvider {
  provider: PaymentProviderModule;
  values: ProviderValues;
}
