import { Command, CommanderError } from 'commander';
import { addAuditHook } from './audit/hook.ts';
import { errorLabel } from './output/print.ts';
import { type CommandContext, runInContext } from './process/command-context.ts';
import { CommandFailed, UsageError } from './process/command-errors.ts';
import { auditCommand } from './usage/audit.ts';
import { backupCommand } from './usage/backup.ts';
import { contactCommand } from './usage/contact.ts';
import { couponCommand } from './usage/coupon.ts';
import { demoCommand } from './usage/demo.ts';
import { doctorCommand } from './usage/doctor.ts';
import { exportCommand } from './usage/export.ts';
import { importCommand } from './usage/import.ts';
import { limitsCommand } from './usage/limits.ts';
import { moveCommand } from './usage/move.ts';
import { orderCommand } from './usage/order.ts';
import { ordersCommand } from './usage/orders.ts';
import { outboxCommand } from './usage/outbox.ts';
import { productsCommand } from './usage/products.ts';
import { restoreCommand } from './usage/restore.ts';
import { setupCommand } from './usage/setup.ts';
import { shippingCommand } from './usage/shipping.ts';
import { stockCommand } from './usage/stock.ts';
import { taxCommand } from './usage/tax.ts';
import { themeCommand } from './usage/theme.ts';

/** All commands in the order of the help text. */
const commands = [
  setupCommand,
  importCommand,
  exportCommand,
  productsCommand,
  stockCommand,
  ordersCommand,
  orderCommand,
  couponCommand,
  shippingCommand,
  contactCommand,
  themeCommand,
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

function createProgram({ stdout, stderr }: CommandContext): Command {
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

/** Prints an error, as JSON with --json, and returns the exit code. */
async function report(error: unknown, args: readonly string[], { env, stdout, stderr }: CommandContext): Promise<number> {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  // Only after a failure, because it loads the database's package.
  const { explainFailure } = await import('./process/explain-failure.ts');
  const message = explainFailure(error);
  if (args.includes('--json')) stdout.write(`${JSON.stringify({ success: false, message }, null, 2)}\n`);
  else stderr.write(`${errorLabel()} ${message}\n`);
  if (error instanceof UsageError) return 2;
  if (!(error instanceof CommandFailed) && env['DEBUG'] && error instanceof Error) stderr.write(`${error.stack}\n`);
  return 1;
}

/** Runs a command; `args` without the program's name. Returns the exit code: 0 done, 1 refused or failed, 2 usage error. */
export function runCommand(args: readonly string[], context: CommandContext): Promise<number> {
  return runInContext(context, async () => {
    const program = createProgram(context);
    const recordEnd = addAuditHook(program);
    try {
      await program.parseAsync(args, { from: 'user' });
    } catch (error) {
      context.exitCode = await report(error, args, context);
    }
    await recordEnd(context.exitCode !== 0);
    return context.exitCode;
  });
}
