/** The kind of one-time codes, whose messages are redacted when they are no longer needed and never retried by the owner. */
export const OTP_TEMPLATE = 'otp';

/** Texts that only the owner's own steps cause; they leave the message budget to visitors. */
export const ownerTemplates = [
  'order_confirmed',
  'order_dispatched',
  'order_out_for_delivery',
  'order_delivered',
  'order_returned',
  'order_refunded',
] as const;

/** The kinds of texts to a phone; `owner_order` goes to owners, the others to customers. Providers have a template registered for each; its id or name is a setting. */
export const smsTemplates = [
  OTP_TEMPLATE,
  'order_placed',
  ...ownerTemplates,
  'order_cancelled',
  'payment_refund',
  'owner_order',
] as const;
export type SmsTemplate = (typeof smsTemplates)[number];

/** The setting with a provider's template of a kind: `SMS_` and `order_placed` make `SMS_TEMPLATE_ORDER_PLACED`. */
export const templateSetting = (prefix: string, kind: string): string => `${prefix}TEMPLATE_${kind.toUpperCase()}`;
