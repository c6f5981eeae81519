import type { Command } from 'commander';
import { limitOption } from '#cli/arguments/limit-option.ts';
import { lazyAction } from '#cli/process/lazy-action.ts';

const examples = `
Examples:
  store contact                    The newest messages
  store contact --limit 500 --json`;

export function contactCommand(program: Command): void {
  program
    .command('contact')
    .description('List the messages of the contact form')
    .addOption(limitOption())
    .option('--json', 'print as JSON')
    .addHelpText('after', examples)
    .action(lazyAction(async () => (await import('#cli/actions/contact.ts')).showContactMessages));
}
