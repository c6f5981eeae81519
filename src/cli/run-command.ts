import { CommanderError } from 'commander';
import { errorLabel } from '#cli/output/print.ts';
import { type CommandContext, CommandFailed, runInContext, UsageError } from '#cli/process/command.ts';
import { addAuditHook } from './audit/record-commands.ts';
import { createProgram } from './usage/all-commands.ts';

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
