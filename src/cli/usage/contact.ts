import type { Command } from 'commander';
import { wholeNumber } from '#cli/arguments/numbers-and-dates.ts';
import { lazyAction } from '#cli/process/lazy-action.ts';

const examples = `
Examples:
  store contact                    The newest messages
  store contact --limit 500 --json`;

/** `store contact`: lists the messages of the contact form. */
export function contactCommand(program: Command): void {
  program
    .command('contact')
    .description('List the messages of the contact form')
    .option('--limit <n>', 'maximum number of entries', wholeNumber(1), 50)
    .option('--json', 'print as JSON')
    .addHelpText('after', examples)
    .action(lazyAction(async () => (await import('#cli/actions/contact.ts')).showContactMessages));
}
