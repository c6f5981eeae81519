type Unit = 'number' | 'paise';

interface LimitKind {
  unit: Unit;
  /** The default value; null for no limit. */
  fallback: number | null;
  about: string;
}

const number = (fallback: number, about: string): LimitKind => ({ unit: 'number', fallback, about });

/** Days after which a cash on delivery order no longer counts as open, in case it is never marked as delivered. */
export const COD_OPEN_DAYS = 30;

/**
 * The limits that an owner can set (`store limits set`). The defaults fit a family, a shared household and an office, and the message
 * budgets a small store. Indian law caps cash for one sale below ₹2,00,000, which is the reason for the default amount.
 */
export const limitDefinitions = {
  sms_per_hour: number(300, 'Text messages in one hour, codes and order messages together'),
  sms_per_day: number(1500, 'Text messages in one day'),
  mail_per_hour: number(600, 'Mails in one hour'),
  mail_per_day: number(3000, 'Mails in one day'),
  cod_open_per_customer: number(
    15,
    `Cash on delivery checkouts of one customer in ${COD_OPEN_DAYS} days that are not delivered or cancelled yet`,
  ),
  cod_open_per_phone: number(15, 'The same, of one phone number'),
  cod_per_hour_per_customer: number(6, 'New cash on delivery checkouts of one customer in one hour'),
  cod_per_day_per_customer: number(12, 'The same, in one day'),
  cod_per_hour_per_phone: number(6, 'New cash on delivery checkouts for one phone number in one hour'),
  cod_per_day_per_phone: number(12, 'The same, in one day'),
  cod_per_hour_per_address: number(10, 'New cash on delivery checkouts to one delivery address in one hour'),
  cod_per_day_per_address: number(25, 'The same, in one day'),
  cod_per_hour_per_pincode: number(120, 'New cash on delivery checkouts to one pincode in one hour'),
  cod_per_day_per_pincode: number(600, 'The same, in one day'),
  cod_units_per_checkout: number(100, 'Units in one cash on delivery checkout'),
  cod_amount_per_checkout: { unit: 'paise', fallback: 199_999_00, about: 'Rupees of one cash on delivery checkout' },
  holds_per_day: number(
    8,
    'Unpaid prepaid checkouts in one day that hold the same product for one customer or phone number; off also ends the share of stock that customers without a confirmed contact hold',
  ),
} as const satisfies Record<string, LimitKind>;

export type LimitName = keyof typeof limitDefinitions;

export const limitNames = Object.keys(limitDefinitions) as LimitName[];
