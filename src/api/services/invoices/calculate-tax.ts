/** Hundredths of a percent: 500 is 5 %. */
export type Rate = number;

/** 100 %. */
const WHOLE: Rate = 10_000;

/** The tax contained in an amount, in paise: `taxable + central + state + integrated` is the amount. */
export interface TaxSplit {
  taxable: number;
  central: number;
  /** SGST or UTGST, always equal to `central`. */
  state: number;
  integrated: number;
}

/** Divides and rounds to the nearest whole number, half up. BigInt, because amount × rate can exceed the largest safe integer. */
const divideRounded = (dividend: bigint, divisor: bigint): number => Number((2n * dividend + divisor) / (2n * divisor));

/**
 * Splits an amount that includes tax, in paise. Within one State the tax is half CGST and half SGST, each rounded by itself so that the two
 * are equal; between States it is IGST.
 */
export function splitTax(amount: number, rate: Rate, isSameState: boolean): TaxSplit {
  const [whole, contained] = [BigInt(WHOLE + rate), BigInt(amount) * BigInt(rate)];
  if (isSameState) {
    const half = divideRounded(contained, 2n * whole);
    return { taxable: amount - 2 * half, central: half, state: half, integrated: 0 };
  }
  const integrated = divideRounded(contained, whole);
  return { taxable: amount - integrated, central: 0, state: 0, integrated };
}

/** Sums splits. */
export const sumTax = (splits: readonly TaxSplit[]): TaxSplit =>
  splits.reduce(
    (sum, { taxable, central, state, integrated }) => ({
      taxable: sum.taxable + taxable,
      central: sum.central + central,
      state: sum.state + state,
      integrated: sum.integrated + integrated,
    }),
    { taxable: 0, central: 0, state: 0, integrated: 0 },
  );

/** Formats a rate in percent: 500 → "5", 25 → "0.25". */
export const formatRate = (rate: Rate): string => String(rate / 100);

/** Parses a rate in percent, such as "5", "2.5" or "18%"; undefined when it is none. */
export function parseRate(text: string): Rate | undefined {
  const [, whole = '', fraction = ''] = /^(\d{1,3})(?:\.(\d{1,2})0*)?\s*%?$/.exec(text.trim()) ?? [];
  if (whole === '') return undefined;
  const rate = Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
  return rate <= WHOLE ? rate : undefined;
}
