import type { Command } from 'commander';
import { lazyAction } from '#cli/process/lazy-action.ts';

const examples = `
Ends with 0 when there is nothing to fix, otherwise with 1. It changes nothing and sends nothing; run it with the
same settings as the shop.`;

/** `store doctor`: is all well with the shop, and what must be fixed. */
export function doctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('Check settings, database, pictures and mail, and say what to fix')
    .option('--json', 'print as JSON')
    .addHelpText('after', examples)
    .action(lazyAction(async () => (await import('#cli/actions/doctor.ts')).diagnose));
}
