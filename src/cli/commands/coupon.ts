import { type Command, InvalidArgumentError } from 'commander';
import { formatIndianTime } from '#cli/output/order.ts';
import { formatNumber } from '#cli/output/print.ts';
import { lazyAction } from '#cli/process/lazy-action.ts';

const examples = `
Examples:
  store coupon add DIWALI10 --percent 10 --minimum 999 --per-customer 1 --until 2026-11-30
  store coupon add WELCOME --amount 150 --uses 500
  store coupon list
  store coupon end DIWALI10`;

/** "999" or "999.50" rupees, in paise. */
function readRupees(text: string): number {
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(text)) throw new InvalidArgumentError('It must be rupees, such as 999 or 999.50.');
  return Math.round(Number(text) * 100);
}

const readWhole = (least: number, most: number) => (text: string) => {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= least && value <= most))
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${formatNumber(most)}.`);
  return value;
};

const readCount = readWhole(1, 1_000_000_000);

/** A day of the Indian calendar as the moment of its first or last second; ISO 8601 in UTC. */
const readDay = (time: string) => (text: string) => {
  const moment = new Date(`${text}T${time}+05:30`);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(moment.getTime());
  if (!isDay || formatIndianTime(moment.toISOString()).slice(0, 10) !== text)
    throw new InvalidArgumentError('It must be a day, such as 2026-11-30.');
  return moment.toISOString();
};

/** `store coupon`: adds, lists and ends coupons. */
export function couponCommand(program: Command): void {
  const coupon = program.command('coupon').description('Add, list and end coupons').addHelpText('after', examples);
  coupon
    .command('add')
    .description('Add a coupon')
    .argument('<code>', 'what customers type; capitals or not is all the same')
    .option('--percent <n>', 'takes so many percent off', readWhole(1, 100))
    .option('--amount <rupees>', 'takes so many rupees off', readRupees)
    .option('--minimum <rupees>', 'only for a cart of at least so much', readRupees)
    .option('--uses <n>', 'at most so many uses in all', readCount)
    .option('--per-customer <n>', 'at most so many uses by one customer', readCount)
    .option('--from <day>', 'the first day it holds, such as 2026-11-01', readDay('00:00:00'))
    .option('--until <day>', 'the last day it holds', readDay('23:59:59.999'))
    .option('--json', 'print as JSON')
    .action(lazyAction(async () => (await import('#cli/actions/coupon.ts')).createCoupon));
  coupon
    .command('list')
    .description('List all coupons, newest first')
    .option('--json', 'print as JSON')
    .action(lazyAction(async () => (await import('#cli/actions/coupon.ts')).showCoupons));
  coupon
    .command('end')
    .description('End a coupon now')
    .argument('<code>', 'its code')
    .option('--json', 'print as JSON')
    .action(lazyAction(async () => (await import('#cli/actions/coupon.ts')).endCouponNow));
}
