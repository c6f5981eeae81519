import { readSettings, updateSettings } from '#api/services/store/settings.ts';
import { splitAssignment } from '#cli/arguments/numbers-and-dates.ts';
import { green, type OutputOptions, print } from '#cli/output/print.ts';
import { CommandFailed } from '#cli/process/command.ts';
import { changeStore, withStore } from '#cli/store/open-store.ts';
import type { PrepaidDiscount, StoreSettings } from '#lib/contract/store.ts';
import { describeDiscount } from '#lib/rules/coupon-offers.ts';
import { PAISE_PER_RUPEE, toRupees } from '#lib/rules/money.ts';
import { toPrepaidOffer } from '#lib/rules/totals.ts';

/** Parses `prepaid_discount=5%` or `=50` (rupees); undefined for none. Throws `CommandFailed` or `UsageError`. */
function readAssignment(assignment: string): PrepaidDiscount | undefined {
  const { key, value } = splitAssignment(assignment, 'name=value');
  if (key !== 'prepaid_discount') throw new CommandFailed(`There is no setting "${key}". The setting is: prepaid_discount`);
  if (/^0?%?$/.test(value)) return undefined;
  const percent = Number(/^(\d{1,3})%$/.exec(value)?.[1]);
  if (percent >= 1 && percent <= 100) return { percent };
  if (!/^\d{1,6}(\.\d{1,2})?$/.test(value))
    throw new CommandFailed(
      `prepaid_discount must be whole percent such as 5%, at most 100%, rupees such as 50 or 49.50, or empty, but is "${value}"`,
    );
  const paise = Math.round(Number(value) * PAISE_PER_RUPEE);
  return paise === 0 ? undefined : { amount: toRupees(paise) };
}

const asJson = ({ prepaid_discount }: StoreSettings) => ({ prepaid_discount: prepaid_discount ?? null });

function describe({ prepaid_discount }: StoreSettings): string {
  const offer = toPrepaidOffer(prepaid_discount);
  if (!offer) return 'Paying ahead saves nothing.';
  return `Paying ahead takes ${describeDiscount(offer, 0)} the items, after a coupon.`;
}

/** Shows what paying ahead saves. */
export async function showPayments(flags: OutputOptions): Promise<void> {
  const settings = await withStore(readSettings);
  print(asJson(settings), flags, () => describe(settings));
}

/** Changes what paying ahead saves. */
export async function changePayments(assignments: string[], flags: OutputOptions): Promise<void> {
  const discount = assignments.map(readAssignment).at(-1);
  const settings = await changeStore((tx) =>
    updateSettings(tx, ({ prepaid_discount: _, ...rest }) => ({ ...rest, ...(discount && { prepaid_discount: discount }) })),
  );
  print(asJson(settings), flags, () => `${green('Saved.')}\n${describe(settings)}`);
}
