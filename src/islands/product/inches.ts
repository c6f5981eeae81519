const CM_PER_INCH = 2.54;

/**
 * A measurement in centimetres, such as "91.4" or "86–91", in inches, to half an inch: "36", "34–36". Undefined for words, which have no
 * unit.
 */
export function toInches(centimetres: string): string | undefined {
  if (!/^\d+(?:\.\d+)?(?:\s*(?:-|–|to)\s*\d+(?:\.\d+)?)?$/.test(centimetres)) return undefined;
  return centimetres.replace(/\d+(?:\.\d+)?/g, (number) => String(Math.round((Number(number) / CM_PER_INCH) * 2) / 2));
}
