import { t } from '#lib/contract/text/t.ts';

/** Sections of the account area with their titles, in display order (specification, routes and breadcrumb banner). */
export const accountSections = {
  orders: t('Orders'),
  account: t('Account Details'),
  password: t('Password'),
  wishlist: t('Wishlist'),
} as const;

export type AccountSection = keyof typeof accountSections;
