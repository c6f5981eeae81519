/** Whether a barcode is a GTIN (GTIN-8, UPC, EAN or GTIN-14) with a valid check digit. */
export function isGtin(barcode: string): boolean {
  if (!/^(?:\d{8}|\d{12,14})$/.test(barcode) || /^0+$/.test(barcode)) return false;
  // Weights 3 and 1 alternate from the right; the check digit has weight 1.
  const sum = [...barcode].reverse().reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}
