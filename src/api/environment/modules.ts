import type { ShopConfig } from '#api/extend/shop-config.ts';
import type { ProviderSettings } from '#api/services/provider-settings.ts';
import { listMessageTransports } from './messages.ts';
import { listPaymentProviders } from './payments.ts';

/** The modules of a shop that have settings of their own: transports of messages, payment providers, the shipping rule. */
export const listModules = (shop: ShopConfig): readonly { readonly settings: ProviderSettings }[] => [
  ...listMessageTransports(shop),
  ...listPaymentProviders(shop),
  ...(shop.shipping?.settings ? [{ settings: shop.shipping.settings }] : []),
];
