import { Argument } from 'commander';
import { parseRupees } from '#cli/arguments/numbers-and-dates.ts';
import type { StoreCommand } from './store-command.ts';

const prepaidDiscountActions = () => import('#cli/actions/payments/prepaid-discount.ts');
const codActions = () => import('#cli/actions/payments/cod.ts');

const paymentsExamples = `
Examples:
  store payments show
  store payments set prepaid_discount=5%               5 % off the items when an order is paid ahead
  store payments set prepaid_discount=50               50 rupees off
  store payments set prepaid_discount=                 No discount, as at first`;

export function paymentsCommand(program: StoreCommand): void {
  const payments = program.add('payments', 'Discount for paying ahead', paymentsExamples);
  payments.add('show', 'Show what paying ahead saves').runs(prepaidDiscountActions, 'showPayments');
  payments
    .add('set', 'Change the discount; an empty value or 0 is none', paymentsExamples)
    .argument('<settings...>', 'prepaid_discount=5% or prepaid_discount=rupees')
    .runs(prepaidDiscountActions, 'changePayments');
}

const refundExamples = `
Examples:
  store refund HT-7K2M9QXA                        Returns what is due through the payment provider
  store refund HT-7K2M9QXA --item 1 --item 2:1    All of the first item, one unit of the second
  store refund HT-7K2M9QXA --amount 200.00 --reason "Came late"
  store refund HT-7K2M9QXA --amount 200.00 --by-hand UTR123456    Records what you have sent yourself

A refund is recorded before the provider is asked. If its reply is lost, the running shop asks again with the same key until it knows.`;

const collect = (value: string, before: string[] = []): string[] => [...before, value];

export function refundCommand(program: StoreCommand): void {
  program
    .add('refund', 'Return money of an order, through its payment provider or by hand', refundExamples)
    .argument('<number>', 'order number')
    .option('--item <place[:units]>', 'an item of the order by its place; can be repeated', collect)
    .option('--shipping', 'the shipping too')
    .option('--amount <rupees>', 'return this much', parseRupees)
    .option('--reason <text>', 'why')
    .option('--by-hand <reference>', 'record a refund that you have sent yourself, with the reference of the bank')
    .runs(() => import('#cli/actions/payments/refund.ts'), 'refundOrder');
}

const codExamples = `
Examples:
  store cod match remittance.csv     Matches what a courier has paid with orders, by tracking number (AWB)
  store cod list                     Delivered, and not paid by the courier yet: late
  store cod list short --json        Paid less than the customer paid

Reads the CSV, xlsx and ods files of Delhivery, Shiprocket, Blue Dart, DTDC, Ekart, India Post and others with a column of tracking numbers and
one of amounts. The same file again changes nothing.`;

export function codCommand(program: StoreCommand): void {
  const cod = program.add('cod', 'Cash on delivery that couriers pay to the shop', codExamples);
  cod
    .add('match', 'Match a remittance file of a courier with orders', codExamples)
    .argument('<file>', 'CSV, xlsx or ods file')
    .runs(codActions, 'matchCodFile');
  cod
    .add('list', 'List orders whose cash is late, or was paid wrongly')
    .addArgument(new Argument('[list]', 'which ones').choices(['late', 'short', 'over', 'not_due']))
    .runs(codActions, 'listCod');
}
