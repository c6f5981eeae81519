/** Formats a number with Indian grouping of its digits, such as "1,00,000". */
export const formatNumber = (n: number): string => n.toLocaleString('en-IN');
