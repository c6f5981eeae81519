import { addCoupon, type CouponRow, endCoupon, listCoupons, type NewCoupon } from '#api/services/coupons/edit-coupons.ts';
import { findCouponState } from '#api/services/coupons/validity.ts';
import { dim, formatIndianTime, formatTable, green, type OutputOptions, print } from '#cli/output/print.ts';
import { CommandFailed, UsageError } from '#cli/process/command.ts';
import { changeStore, withStore } from '#cli/store/open-store.ts';
import { MAX_COUPON_CODE } from '#lib/contract/field-lengths.ts';
import { isoNow } from '#lib/rules/durations.ts';
import { toRupees } from '#lib/rules/money.ts';
import { formatNumber } from '#lib/rules/text.ts';

interface NewCouponFlags extends OutputOptions {
  percent?: number;
  amount?: number;
  minimum?: number;
  uses?: number;
  perCustomer?: number;
  from?: string;
  until?: string;
  public?: boolean;
}

/** Builds a coupon from the options. Throws a `UsageError` when they are contradictory or incomplete. */
function readCoupon(code: string, flags: NewCouponFlags): NewCoupon {
  const { percent, amount, from, until } = flags;
  const trimmed = code.trim();
  if (!/^[\w-]+$/.test(trimmed) || trimmed.length > MAX_COUPON_CODE)
    throw new UsageError(`A code may only contain letters, digits, "-" and "_", at most ${MAX_COUPON_CODE} characters`);
  if ((percent === undefined) === (amount === undefined)) throw new UsageError('Use either --percent or --amount');
  if (amount === 0) throw new UsageError('The amount must be more than 0');
  if (until && until <= isoNow()) throw new UsageError('--until is in the past: no one could use the coupon');
  if (from && until && from >= until) throw new UsageError('--until must be after --from');
  return {
    code: trimmed,
    kind: percent === undefined ? 'amount' : 'percent',
    value: percent ?? amount ?? 0,
    minimum: flags.minimum ?? 0,
    max_uses: flags.uses ?? null,
    max_uses_each: flags.perCustomer ?? null,
    starts_at: from ?? null,
    ends_at: until ?? null,
    is_public: flags.public ? 1 : 0,
  };
}

/** A coupon as JSON output: rupees as on the wire. */
const asJson = (coupon: CouponRow) => ({
  coupon_code: coupon.code,
  type: coupon.kind,
  value: coupon.kind === 'percent' ? String(coupon.value) : toRupees(coupon.value),
  minimum: toRupees(coupon.minimum),
  max_uses: coupon.max_uses,
  max_uses_per_customer: coupon.max_uses_each,
  uses: coupon.uses,
  starts_at: coupon.starts_at,
  ends_at: coupon.ends_at,
  public: coupon.is_public === 1,
  state: findCouponState(coupon, isoNow()),
});

function describeAll(coupons: readonly CouponRow[]): string {
  const cells = coupons.map((coupon) => ({
    code: coupon.code,
    discount: coupon.kind === 'percent' ? `${coupon.value} %` : toRupees(coupon.value),
    'minimum cart': coupon.minimum > 0 ? toRupees(coupon.minimum) : '',
    used:
      coupon.max_uses === null ? formatNumber(coupon.uses) : `${formatNumber(coupon.uses)} of ${formatNumber(coupon.max_uses)}`,
    'per customer': coupon.max_uses_each === null ? '' : formatNumber(coupon.max_uses_each),
    from: coupon.starts_at ? formatIndianTime(coupon.starts_at) : '',
    until: coupon.ends_at ? formatIndianTime(coupon.ends_at) : '',
    public: coupon.is_public === 1 ? 'yes' : '',
    state: findCouponState(coupon, isoNow()),
  }));
  return formatTable(cells, ['discount', 'minimum cart', 'used', 'per customer'], dim('No coupons yet.'));
}

export async function createCoupon(code: string, flags: NewCouponFlags): Promise<void> {
  const newCoupon = readCoupon(code, flags);
  const coupon = await changeStore((tx) => addCoupon(tx, newCoupon));
  if (!coupon) throw new CommandFailed(`There is already a coupon "${code.trim().toUpperCase()}"`);
  const isLater = findCouponState(coupon, isoNow()) === 'not yet';
  const from = isLater && coupon.starts_at ? ` from ${formatIndianTime(coupon.starts_at)}` : '';
  print(asJson(coupon), flags, () => green(`${coupon.code} can be used${from}.`));
}

export async function showCoupons(flags: OutputOptions): Promise<void> {
  const coupons = await withStore(listCoupons);
  print(coupons.map(asJson), flags, () => describeAll(coupons));
}

export async function endCouponNow(code: string, flags: OutputOptions): Promise<void> {
  const coupon = await changeStore((tx) => endCoupon(tx, code));
  if (!coupon) throw new CommandFailed(`There is no coupon "${code}"`);
  print(asJson(coupon), flags, () => green(`${coupon.code} has ended; orders that used it keep their discount.`));
}
