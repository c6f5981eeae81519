import { Command, CommanderError } from 'commander';
import { addAuditHook } from './audit/hook.ts';
import { auditCommand } from './commands/audit.ts';
import { backupCommand } from './commands/backup.ts';
import { couponCommand } from './commands/coupon.ts';
import { demoCommand } from './commands/demo.ts';
import { doctorCommand } from './commands/doctor.ts';
import { exportCommand } from './commands/export.ts';
import { importCommand } from './commands/import.ts';
import { limitsCommand } from './commands/limits.ts';
import { moveCommand } from './commands/move.ts';
import { orderCommand } from './commands/order.ts';
import { ordersCommand } from './commands/orders.ts';
import { outboxCommand } from './commands/outbox.ts';
import { productsCommand } from './commands/products.ts';
import { restoreCommand } from './commands/restore.ts';
import { stockCommand } from './commands/stock.ts';
import { themeCommand } from './commands/theme.ts';
import { errorLabel } from './output/print.ts';
import { type CommandContext, runInContext } from './process/context.ts';
import { CommandFailed, UsageError } from './process/errors.ts';

/** All commands in the order of the help text. */
const commands = [
  importCommand,
  exportCommand,
  productsCommand,
  stockCommand,
  ordersCommand,
  orderCommand,
  couponCommand,
  themeCommand,
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
function report(error: unknown, args: readonly string[], { env, stdout, stderr }: CommandContext): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  const message = error instanceof Error ? error.message : String(error);
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
      context.exitCode = report(error, args, context);
    }
    await recordEnd(context.exitCode !== 0);
    return context.exitCode;
  });
}
