import { Option } from 'commander';
import { dayAt } from '#cli/arguments/numbers-and-dates.ts';
import type { StoreCommand } from './store-command.ts';

const actions = () => import('#cli/actions/history/customers.ts');

const examples = `
Examples:
  store customers import customers_export.csv --dry-run    What an export of Shopify or WooCommerce would add
  store customers import customers_export.csv
  store customers export customers.csv                     In the columns of Shopify's customer import
  store customers export customers.csv --as woocommerce --from 2026-04-01
  store customers erase asha@example.com                   What the former shop knew about a person

Imported customers are records with their consent to marketing. Nobody can sign in by them, no message is sent, and a customer of this
shop stays as it is. Whoever proves the contact by a code sees the past orders that "store orders import" has read.`;

/** Adds the options of a period to a command that exports. */
export const withPeriod = (command: StoreCommand): StoreCommand =>
  command
    .option('--from <day>', 'first day in Indian time, such as 2026-04-01', dayAt('00:00:00'))
    .option('--until <day>', 'last day', dayAt('23:59:59.999'));

export function customersCommand(program: StoreCommand): void {
  const customers = program.add('customers', 'Import customers of a former shop, export customers', examples);
  customers
    .add('import', 'Import the customer export of Shopify or WooCommerce')
    .argument('<file>', 'CSV file')
    .option('--dry-run', 'show what would change, write nothing')
    .option('--skip-bad', 'import the valid rows even if others are invalid')
    .runs(actions, 'importCustomersFile', 'print the summary as JSON');
  withPeriod(
    customers
      .add('export', 'Write all customers to a new CSV file; the audit log names who did')
      .argument('<file>', 'new CSV file')
      .addOption(new Option('--as <system>', 'columns of').choices(['shopify', 'woocommerce']).default('shopify')),
  ).runs(actions, 'exportCustomersFile', 'print the number as JSON');
  customers
    .add('erase', 'Delete what was imported about a person: record and past orders')
    .argument('<contact>', 'email address or mobile number')
    .runs(actions, 'eraseFormerCustomer', 'print the numbers as JSON');
}
