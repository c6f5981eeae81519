import { type Command, InvalidArgumentError, Option } from 'commander';
import { lazyAction } from '#cli/process/lazy-action.ts';

const examples = `
Examples:
  store outbox                     The newest messages, sent and waiting
  store outbox 12                  What one message says
  store outbox --state dead        Those that could not be sent
  store outbox --retry             Tries those once more

Without a mail server (SMTP_URL) or an SMS provider (SMS_AUTH_KEY) messages wait here, for three days.`;

function readWhole(text: string): number {
  const whole = Number(text);
  if (!Number.isInteger(whole) || whole < 1) throw new InvalidArgumentError('It must be a whole number from 1.');
  return whole;
}

/** `store outbox`: the mails and texts of the shop, sent and waiting. */
export function outboxCommand(program: Command): void {
  program
    .command('outbox')
    .description('List the mails and texts that the shop has written, or show one')
    .argument('[id]', 'the number of one message', readWhole)
    .addOption(new Option('--state <state>', 'only those').choices(['waiting', 'sent', 'dead']))
    .option('--limit <n>', 'at most so many', readWhole, 50)
    .option('--retry', 'try again what was given up')
    .option('--json', 'print as JSON, with what the messages say')
    .addHelpText('after', examples)
    .action(lazyAction(async () => (await import('#cli/actions/outbox.ts')).showOutbox));
}
