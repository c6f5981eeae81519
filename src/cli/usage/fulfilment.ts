import { type Command, Option } from 'commander';
import { lazyAction } from '#cli/process/lazy-action.ts';
import { printKinds } from '#lib/contract/admin/print-kinds.ts';

const shipExamples = `
The file is CSV or Excel, with or without column names: order number, AWB, courier.

Examples:
  store ship --from awb.csv --courier Delhivery --dry-run   Shows what each line does
  store ship --from awb.csv --courier Delhivery
  store ship --from shiprocket.csv                          The courier is in the file`;

export function shipCommand(program: Command): void {
  program
    .command('ship')
    .description('Dispatch the orders of a list of AWBs, and tell their customers; the same list again changes nothing')
    .requiredOption('--from <file>', 'CSV file or workbook with order number, AWB and courier')
    .option('--courier <name>', 'the courier of lines without one')
    .option('--dry-run', 'show what each line does, change nothing')
    .option('--json', 'print the lines as JSON')
    .addHelpText('after', shipExamples)
    .action(lazyAction(async () => (await import('#cli/actions/fulfilment/ship.ts')).shipFromFile));
}

const printExamples = `
Examples:
  store print labels --status confirmed --out labels.html
  store print labels --orders HT-7K2M9QXA,HT-9QXD7K2M --paper a4 --out labels.html
  store print slips --status confirmed --paper a4 --out slips.html
  store print pick-list --status confirmed --out pick.html
  store print invoices --status dispatched --out invoices.html

Open the file in a browser and print it. --status takes the oldest 200 orders.`;

export function printCommand(program: Command): void {
  program
    .command('print')
    .description('Write labels, packing slips, a pick list or invoices of orders to a new HTML file')
    .argument('<kind>', printKinds.join(', '))
    .option('--orders <numbers>', 'order numbers, separated by commas')
    .option('--status <status>', 'all orders with this status')
    .addOption(
      new Option('--paper <paper>', 'of labels: label (100 x 150 mm) or a4; of slips: a5 or a4').choices(['label', 'a4', 'a5']),
    )
    .option('--no-prices', 'slips without prices')
    .requiredOption('--out <file>', 'new HTML file')
    .option('--json', 'print the number of orders as JSON')
    .addHelpText('after', printExamples)
    .action(lazyAction(async () => (await import('#cli/actions/fulfilment/print.ts')).printOrders));
}
