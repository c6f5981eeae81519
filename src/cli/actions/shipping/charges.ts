import type { Db } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { readHighestCharges } from '#api/services/shipping/zones.ts';
import { readSettings, updateSettings } from '#api/services/store/settings.ts';
import { describeRule, readChosenRule, showZoneOfPincode } from '#cli/actions/shipping/zones.ts';
import { splitKnown } from '#cli/arguments/numbers-and-dates.ts';
import { formatTable, green, type OutputOptions, print } from '#cli/output/print.ts';
import { CommandFailed } from '#cli/process/command.ts';
import { withStore } from '#cli/store/open-store.ts';
import type { ShippingCharges } from '#lib/contract/store.ts';
import { describeCharges } from '#lib/rules/charge-texts.ts';
import { type Charges, toCharges } from '#lib/rules/charges.ts';
import { toRupees } from '#lib/rules/money.ts';

type ChargeName = keyof ShippingCharges;

/** What each charge means, for the owner. */
const charges: Record<ChargeName, string> = {
  charge: 'Rupees for shipping, once per checkout',
  free_from: 'Items total in rupees, before a coupon, from which shipping is free',
  cod_fee: 'Rupees on top for cash on delivery, once per checkout',
};

/** Parses `name=rupees` to the wire's rupees; undefined for none. Throws `CommandFailed` or `UsageError`. */
function readAssignment(assignment: string): [ChargeName, string | undefined] {
  const [name, value] = splitKnown(assignment, 'name=rupees', 'charge', Object.keys(charges) as ChargeName[]);
  if (value === '') return [name, undefined];
  if (!/^\d{1,6}(\.\d{1,2})?$/.test(value))
    throw new CommandFailed(`${name} must be rupees such as 49 or 49.50, or empty, but is "${value}"`);
  const paise = Math.round(Number(value) * 100);
  return [name, paise === 0 ? undefined : toRupees(paise)];
}

/** The charges after the changes; undefined when there are none. Throws `CommandFailed` when a free-from amount has no charge. */
function applyChanges(before: ShippingCharges | undefined, assignments: readonly string[]): ShippingCharges | undefined {
  const { charge = '0.00', free_from, cod_fee } = { ...before, ...Object.fromEntries(assignments.map(readAssignment)) };
  if (free_from !== undefined && toCharges({ charge }).shipping === 0)
    throw new CommandFailed('free_from needs a charge: set charge too, or reset free_from with free_from=');
  const changed: ShippingCharges = { charge, ...(free_from && { free_from }), ...(cod_fee && { cod_fee }) };
  return toCharges(changed).shipping === 0 && !cod_fee ? undefined : changed;
}

/** What charges instead of the charges of the whole shop: its rule, and the most that its rule or zones charge. */
interface Instead {
  rule: string | undefined;
  highest: Charges | undefined;
}

async function readInstead(db: Db, shipping: ShippingCharges | undefined): Promise<Instead> {
  const chosen = await readChosenRule();
  return {
    rule: chosen?.rule.name,
    highest: await readHighestCharges(db, chosen && { ofRule: chosen.highest, shipping }),
  };
}

function describe(shipping: ShippingCharges | undefined, { rule, highest }: Instead): string {
  const rows = Object.entries(charges).map(([charge, about]) => ({
    charge,
    value: shipping?.[charge as ChargeName] ?? 'none',
    about,
  }));
  const zones = highest ? 'The shipping zones charge instead of these.\n' : '';
  const instead = rule ? `${describeRule(rule)}\n` : zones;
  const read = describeCharges(highest ?? toCharges(shipping));
  return `${formatTable(rows, ['value'])}\n\n${instead}Shoppers read: ${read}`;
}

const asJson = (shipping: ShippingCharges | undefined, { rule }: Instead) => ({
  charge: shipping?.charge ?? '0.00',
  free_from: shipping?.free_from ?? null,
  cod_fee: shipping?.cod_fee ?? '0.00',
  ...(rule && { rule }),
});

/** Shows the charges of the whole shop, or what the zones say about a pincode. */
export async function showShipping(pincode: string | undefined, flags: OutputOptions): Promise<void> {
  if (pincode !== undefined) return showZoneOfPincode(pincode, flags);
  const { shipping, instead } = await withStore(async (db) => {
    const { shipping } = await readSettings(db);
    return { shipping, instead: await readInstead(db, shipping) };
  });
  print(asJson(shipping, instead), flags, () => describe(shipping, instead));
}

export async function changeShipping(assignments: string[], flags: OutputOptions): Promise<void> {
  const { shipping, instead } = await withStore(async (db) => {
    const { shipping } = await write(db, (tx) =>
      updateSettings(tx, ({ shipping: before, ...settings }) => {
        const shipping = applyChanges(before, assignments);
        return { ...settings, ...(shipping && { shipping }) };
      }),
    );
    return { shipping, instead: await readInstead(db, shipping) };
  });
  print(asJson(shipping, instead), flags, () => `${green('Saved.')}\n${describe(shipping, instead)}`);
}
