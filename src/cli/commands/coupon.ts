import type { Command } from 'commander';
import { dayAt, parseRupees, wholeNumber } from '#cli/arguments/values.ts';
import { lazyAction } from '#cli/process/lazy-action.ts';

const examples = `
Examples:
  store coupon add DIWALI10 --percent 10 --minimum 999 --per-customer 1 --until 2026-11-30
  store coupon add WELCOME --amount 150 --uses 500
  store coupon list
  store coupon end DIWALI10`;

const MAX_USES = 1_000_000_000;

/** `store coupon`: adds, lists and ends coupons. */
export function couponCommand(program: Command): void {
  const coupon = program.command('coupon').description('Add, list and end coupons').addHelpText('after', examples);
  coupon
    .command('add')
    .description('Add a coupon')
    .argument('<code>', 'what customers type; capitals or not is all the same')
    .option('--percent <n>', 'takes so many percent off', wholeNumber(1, 100))
    .option('--amount <rupees>', 'takes so many rupees off', parseRupees)
    .option('--minimum <rupees>', 'only for a cart of at least so much', parseRupees)
    .option('--uses <n>', 'at most so many uses in all', wholeNumber(1, MAX_USES))
    .option('--per-customer <n>', 'at most so many uses by one customer', wholeNumber(1, MAX_USES))
    .option('--from <day>', 'the first day it holds, such as 2026-11-01', dayAt('00:00:00'))
    .option('--until <day>', 'the last day it holds', dayAt('23:59:59.999'))
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
