import type { Command } from 'commander';
import { lazyAction } from '#cli/process/lazy-action.ts';

const examples = `
Exits with 0 if there is nothing to fix, otherwise with 1. It changes nothing and sends nothing; run it with the
same settings as the shop.`;

export function doctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('Check settings, database, pictures and mail, and show what to fix')
    .option('--json', 'print as JSON')
    .addHelpText('after', examples)
    .action(lazyAction(async () => (await import('#cli/actions/doctor.ts')).diagnose));
}
