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
import { CommandFailed, UsageError } from './process/errors.ts';

/** The owner's commands: `npm run store -- <command>`. Ends with 0 when done, 1 when refused or failed, 2 when called wrongly. */
const program = new Command('store')
  .description(
    "The owner's commands; run them as: npm run store -- <command>. The shop lives in the folder that DATA_DIR names (./data unless set).",
  )
  .exitOverride()
  .configureHelp({ showGlobalOptions: true })
  .showHelpAfterError('(add --help for help)');

for (const add of [
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
])
  add(program);

/** Says what went wrong, as JSON when that was asked for, and returns the exit code. */
function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  const message = error instanceof Error ? error.message : String(error);
  if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify({ success: false, message }, null, 2)}\n`);
  else process.stderr.write(`${errorLabel()} ${message}\n`);
  if (error instanceof UsageError) return 2;
  if (!(error instanceof CommandFailed) && process.env['DEBUG'] && error instanceof Error)
    process.stderr.write(`${error.stack}\n`);
  return 1;
}

// A reader that has seen enough ("store products | head") is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

const recordEnd = addAuditHook(program);

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = report(error);
}
await recordEnd(Boolean(process.exitCode));
