import { dayAt, parseRupees, wholeNumber } from '#cli/arguments/numbers-and-dates.ts';
import type { StoreCommand } from './store-command.ts';

const actions = () => import('#cli/actions/coupon.ts');

const couponExamples = `
Examples:
  store coupon add DIWALI10 --percent 10 --minimum 999 --per-customer 1 --until 2026-11-30
  store coupon add WELCOME --amount 150 --uses 500
  store coupon add FESTIVE --percent 5 --public     Offered to everyone in cart and checkout
  store coupon list
  store coupon end DIWALI10`;

const MAX_USES = 1_000_000_000;

export function couponCommand(program: StoreCommand): void {
  const coupon = program.add('coupon', 'Add, list and end coupons', couponExamples);
  coupon
    .add('add', 'Add a coupon')
    .argument('<code>', 'what customers enter; not case-sensitive')
    .option('--percent <n>', 'discount in percent', wholeNumber(1, 100))
    .option('--amount <rupees>', 'discount in rupees', parseRupees)
    .option('--minimum <rupees>', 'minimum cart value in rupees', parseRupees)
    .option('--uses <n>', 'maximum number of uses in total', wholeNumber(1, MAX_USES))
    .option('--per-customer <n>', 'maximum number of uses per customer', wholeNumber(1, MAX_USES))
    .option('--from <day>', 'first day it is valid, such as 2026-11-01', dayAt('00:00:00'))
    .option('--until <day>', 'last day it is valid', dayAt('23:59:59.999'))
    .option('--public', 'offer it to everyone in cart and checkout')
    .runs(actions, 'createCoupon');
  coupon.add('list', 'List all coupons, newest first').runs(actions, 'showCoupons');
  coupon.add('end', 'End a coupon now').argument('<code>', 'code of the coupon').runs(actions, 'endCouponNow');
}
