import { Command } from 'commander';
import type { CommandContext } from '#cli/process/command-context.ts';
import { auditCommand } from './audit.ts';
import { backupCommand } from './backup.ts';
import { contactCommand } from './contact.ts';
import { couponCommand } from './coupon.ts';
import { demoCommand } from './demo.ts';
import { doctorCommand } from './doctor.ts';
import { exportCommand } from './export.ts';
import { homeCommand, menuCommand } from './home-and-menu.ts';
import { importCommand } from './import.ts';
import { limitsCommand } from './limits.ts';
import { moveCommand } from './move.ts';
import { orderCommand } from './order.ts';
import { ordersCommand } from './orders.ts';
import { outboxCommand } from './outbox.ts';
import { pagesCommand } from './pages.ts';
import { picturesCommand } from './pictures.ts';
import { productsCommand } from './products.ts';
import { renameCommand } from './rename.ts';
import { restoreCommand } from './restore.ts';
import { setupCommand } from './setup.ts';
import { shippingCommand } from './shipping.ts';
import { stockCommand } from './stock.ts';
import { taxCommand } from './tax.ts';
import { themeCommand } from './theme.ts';

/** All commands in the order of the help text. */
const commands = [
  setupCommand,
  importCommand,
  exportCommand,
  productsCommand,
  picturesCommand,
  stockCommand,
  renameCommand,
  ordersCommand,
  orderCommand,
  couponCommand,
  shippingCommand,
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
  auditCommand,
  doctorCommand,
];

export function createProgram({ stdout, stderr }: CommandContext): Command {
  const program = new Command('store')
    .description(
      'Manages the shop. Run a command with: npm run store -- <command>. The shop is in the folder DATA_DIR (default: ./data).',
    )
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) })
    .showHelpAfterError('(add --help for help)');
  for (const add of commands) add(program);
  return program;
}
