import { Option } from 'commander';
import { printKinds } from '#lib/contract/admin/print-kinds.ts';
import type { StoreCommand } from './store-command.ts';

const shipExamples = `
The file is CSV or Excel, with or without column names: order number, AWB, courier.

Examples:
  store ship --from awb.csv --courier Delhivery --dry-run   Shows what each line does
  store ship --from awb.csv --courier Delhivery
  store ship --from shiprocket.csv                          The courier is in the file`;

export function shipCommand(program: StoreCommand): void {
  program
    .add(
      'ship',
      'Dispatch the orders of a list of AWBs, and tell their customers; the same list again changes nothing',
      shipExamples,
    )
    .requiredOption('--from <file>', 'CSV file or workbook with order number, AWB and courier')
    .option('--courier <name>', 'the courier of lines without one')
    .option('--dry-run', 'show what each line does, change nothing')
    .runs(() => import('#cli/actions/fulfilment/ship.ts'), 'shipFromFile', 'print the lines as JSON');
}

const printExamples = `
Examples:
  store print labels --status confirmed --out labels.html
  store print labels --orders HT-7K2M9QXA,HT-9QXD7K2M --paper a4 --out labels.html
  store print slips --status confirmed --paper a4 --out slips.html
  store print pick-list --status confirmed --out pick.html
  store print invoices --status dispatched --out invoices.html

Open the file in a browser and print it. --status takes the oldest 200 orders.`;

export function printCommand(program: StoreCommand): void {
  program
    .add('print', 'Write labels, packing slips, a pick list or invoices of orders to a new HTML file', printExamples)
    .argument('<kind>', printKinds.join(', '))
    .option('--orders <numbers>', 'order numbers, separated by commas')
    .option('--status <status>', 'all orders with this status')
    .addOption(
      new Option('--paper <paper>', 'of labels: label (100 x 150 mm) or a4; of slips: a5 or a4').choices(['label', 'a4', 'a5']),
    )
    .option('--no-prices', 'slips without prices')
    .requiredOption('--out <file>', 'new HTML file')
    .runs(() => import('#cli/actions/fulfilment/print.ts'), 'printOrders', 'print the number of orders as JSON');
}
