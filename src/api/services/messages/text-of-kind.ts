import { OTP_MINUTES } from '#lib/contract/lifetimes.ts';
import type { SmsTemplate } from './text-kinds.ts';

/**
 * The text of each kind, with its variables as `##name##` and the shop's name as `SHOP`; `docs/sms-templates.md` lists them for the register. A
 * phone offers to fill in a code whose text ends with a line `@host #code`.
 */
export const textTemplates: Readonly<Record<SmsTemplate, string>> = {
  otp: `##otp## is your code for SHOP. It works for ${OTP_MINUTES} minutes. Do not give it to anyone.\n@##host## ###otp##`,
  order_placed: 'Your order ##order## of Rs ##amount## is placed. Thank you! - SHOP',
  order_confirmed: 'Your order ##order## is confirmed. - SHOP',
  order_dispatched: 'Your order ##order## is on its way by ##courier##, tracking ##tracking##. - SHOP',
  order_out_for_delivery: 'Your order ##order## arrives today. - SHOP',
  order_delivered: 'Your order ##order## is delivered. - SHOP',
  order_returned: 'Your order ##order## could not be delivered and has come back to us. - SHOP',
  order_refunded: 'We have returned Rs ##amount## for your order ##order##. - SHOP',
  order_cancelled: 'Your order ##order## is cancelled. - SHOP',
  payment_refund: 'We return your payment of Rs ##amount## for order ##order##. - SHOP',
  owner_order: 'New order ##order## of Rs ##amount##. - SHOP',
};

/** The names of a kind's variables, in the order of its text. */
export const listVariables = (kind: SmsTemplate): string[] => [
  ...new Set([...textTemplates[kind].matchAll(/##(\w+)##/g)].map(([, name = '']) => name)),
];

/** Fills a kind's text in. */
export const composeText = (kind: SmsTemplate, variables: Readonly<Record<string, string>>, storeName: string): string =>
  textTemplates[kind].replaceAll(/##(\w+)##|SHOP/g, (_, name?: string) => (name ? (variables[name] ?? '') : storeName));
