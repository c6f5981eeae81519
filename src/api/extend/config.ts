/** What `shop.config.ts` and extensions import from `haat/config`; they import nothing else of the shop. */

export type { Logger } from 'pino';
export * as z from 'zod/mini';
export { PROVIDER_TIMEOUT_MS } from '#api/services/concurrency.ts';
export type { EventCall, EventHandlers, ShopEvent } from '#api/services/events/event-handlers.ts';
export type { Job, JobTools } from '#api/services/extensions/jobs.ts';
export type { ExtensionValues } from '#api/services/extensions/values.ts';
export {
  type MailMessage,
  type MessageTransport,
  type TextMessage,
  Undeliverable,
} from '#api/services/messages/message-transport.ts';
export type { MailTransportModule, TextTransportModule } from '#api/services/messages/transport-module.ts';
export {
  type AmountDue,
  type OrderDue,
  type PaymentEvent,
  type PaymentProvider,
  type PaymentReply,
  type ProviderOrder,
  ProviderUnreachable,
  type ReceivedPayment,
  type RefundDue,
  type RefundState,
  type SignedWebhook,
} from '#api/services/payments/provider-interface.ts';
export type { PaymentProviderModule } from '#api/services/payments/provider-module.ts';
export type { ProviderSetting, ProviderValues, ProviderWarning } from '#api/services/provider-settings.ts';
export { SHIPPING_RULE_TIMEOUT_MS } from '#api/services/shipping/guard-rule.ts';
export type {
  HighestShipping,
  ShippingReply,
  ShippingRequest,
  ShippingRequestLine,
  ShippingRule,
  ShippingRuleModule,
} from '#api/services/shipping/shipping-rule.ts';
export type { Product } from '#lib/contract/catalogue.ts';
export type { StoreInfo } from '#lib/contract/store.ts';
export type { ShopperEvent as AnalyticsEvent } from '#lib/rules/analytics/shopper-event.ts';
export { fetchText, jsonOf, MAX_PROVIDER_REPLY_BYTES } from '#lib/rules/http/fetch-text.ts';
export { CURRENCY } from '#lib/rules/money.ts';
export type { PaymentButton, PaymentButtonProps, PaymentResult } from '#lib/rules/payment-button.ts';
export { defineShop, type ShopConfig } from './shop-config.ts';
export type { ComponentPart, FontFile, SectionPart } from './site-parts.ts';
