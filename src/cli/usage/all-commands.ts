import type { CommandContext } from '#cli/process/command.ts';
import { backupCommand, moveCommand, restoreCommand } from './backup-and-move.ts';
import { configCommand } from './config.ts';
import { couponCommand } from './coupon.ts';
import { customersCommand } from './customers.ts';
import { printCommand, shipCommand } from './fulfilment.ts';
import { exportCommand, importCommand, templateCommand } from './import-and-export.ts';
import { keysCommand } from './keys.ts';
import { auditCommand, doctorCommand, outboxCommand } from './operation.ts';
import { orderCommand, ordersCommand } from './orders.ts';
import { homeCommand, menuCommand, pagesCommand } from './pages-and-home.ts';
import { codCommand, paymentsCommand, refundCommand } from './payments.ts';
import {
  filtersCommand,
  guidesCommand,
  picturesCommand,
  productsCommand,
  renameCommand,
  saleCommand,
  stockCommand,
} from './products.ts';
import { redirectsCommand } from './redirects.ts';
import { contactCommand, limitsCommand, taxCommand, themeCommand } from './settings.ts';
import { demoCommand, setupCommand } from './setup.ts';
import { shippingCommand } from './shipping.ts';
import { staffCommand } from './staff.ts';
import { StoreCommand } from './store-command.ts';
import { webhooksCommand } from './webhooks.ts';

/** All commands in the order of the help text. */
const commands = [
  setupCommand,
  templateCommand,
  importCommand,
  exportCommand,
  productsCommand,
  picturesCommand,
  stockCommand,
  saleCommand,
  renameCommand,
  redirectsCommand,
  guidesCommand,
  filtersCommand,
  ordersCommand,
  orderCommand,
  shipCommand,
  printCommand,
  refundCommand,
  codCommand,
  customersCommand,
  couponCommand,
  shippingCommand,
  paymentsCommand,
  contactCommand,
  themeCommand,
  pagesCommand,
  homeCommand,
  menuCommand,
  taxCommand,
  limitsCommand,
  demoCommand,
  backupCommand,
  restoreCommand,
  moveCommand,
  outboxCommand,
  webhooksCommand,
  configCommand,
  keysCommand,
  staffCommand,
  auditCommand,
  doctorCommand,
];

export function createProgram({ stdout, stderr }: CommandContext): StoreCommand {
  const program = new StoreCommand('store')
    .description(
      'Manages the shop. Run a command with: npm run store -- <command>. The shop is in the folder DATA_DIR (default: ./data).',
    )
    .exitOverride()
    // Options after the name of a command are that command's.
    .enablePositionalOptions()
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) })
    .showHelpAfterError('(add --help for help)');
  for (const add of commands) add(program);
  return program;
}
