/** The terms that the search panel suggests (specification 2.5). */
export const popularTerms = [
  'T-Shirts',
  'Shirts',
  'Denims',
  "Men's - Watch",
  "Women's - Watch",
  'Handbags',
  "Men's Shoes",
  'Wallet',
  'Caps',
] as const;
