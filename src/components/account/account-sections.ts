/** Sections of the account area with their titles, in display order (specification, routes and breadcrumb banner). */
export const accountSections = {
  orders: 'Orders',
  account: 'Account Details',
  password: 'Password',
  wishlist: 'Wishlist',
} as const;

export type AccountSection = keyof typeof accountSections;
