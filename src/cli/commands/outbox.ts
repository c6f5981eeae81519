import { type Command, Option } from 'commander';
import { wholeNumber } from '#cli/arguments/values.ts';
import { lazyAction } from '#cli/process/lazy-action.ts';

const examples = `
Examples:
  store outbox                     The newest messages, sent and waiting
  store outbox 12                  What one message says
  store outbox --state dead        Those that could not be sent
  store outbox --retry             Tries those once more

Without a mail server (SMTP_URL) or an SMS provider (SMS_AUTH_KEY) messages wait here, for three days.`;

/** `store outbox`: lists mails and texts, sent and waiting, and retries failed ones. */
export function outboxCommand(program: Command): void {
  program
    .command('outbox')
    .description('List the mails and texts that the shop has written, or show one')
    .argument('[id]', 'the number of one message', wholeNumber(1))
    .addOption(new Option('--state <state>', 'only those').choices(['waiting', 'sent', 'dead']))
    .option('--limit <n>', 'at most so many', wholeNumber(1), 50)
    .option('--retry', 'try again what was given up')
    .option('--json', 'print as JSON, with what the messages say')
    .addHelpText('after', examples)
    .action(lazyAction(async () => (await import('#cli/actions/outbox.ts')).showOutbox));
}
