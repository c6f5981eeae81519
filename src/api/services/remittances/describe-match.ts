import { toRupees } from '#lib/rules/money.ts';
import type { MatchedLine } from './match-remittance.ts';

/** Paise to rupees on the wire, such as "-250.50": couriers take money back. */
export const toSignedRupees = (paise: number): string => `${paise < 0 ? '-' : ''}${toRupees(Math.abs(paise))}`;

/** Counts lines by what became of them. */
export function countStates(lines: readonly MatchedLine[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { state } of lines) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}

/** A line with its amounts in rupees. */
export const describeLine = ({ awb, amount, state, orderNumber, expected, reference }: MatchedLine) => ({
  awb,
  amount: toSignedRupees(amount),
  state,
  ...(orderNumber && { order_number: orderNumber }),
  ...(expected !== undefined && { expected: toRupees(expected) }),
  reference,
});
