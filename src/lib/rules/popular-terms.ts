/** The terms that the search panel suggests (specification, header search). */
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
