import { type Command, Option } from 'commander';
import { MESSAGE_TTL_DAYS } from '#api/services/retention.ts';
import { limitOption } from '#cli/arguments/limit-option.ts';
import { wholeNumber } from '#cli/arguments/numbers-and-dates.ts';
import { lazyAction } from '#cli/process/lazy-action.ts';

const examples = `
Examples:
  store outbox                     The newest messages, sent and waiting
  store outbox 12                  One message in full
  store outbox --state dead        Messages that could not be sent
  store outbox --retry             Retries them

Without a mail server (SMTP_URL) or an SMS provider (SMS_AUTH_KEY) messages stay here for ${MESSAGE_TTL_DAYS} days.`;

export function outboxCommand(program: Command): void {
  program
    .command('outbox')
    .description('List mails and texts, sent and waiting, or show one')
    .argument('[id]', 'number of one message', wholeNumber(1))
    .addOption(new Option('--state <state>', 'only messages in this state').choices(['waiting', 'sent', 'dead']))
    .addOption(limitOption())
    .option('--retry', 'retry messages that could not be sent')
    .option('--json', 'print as JSON, with the content of messages')
    .addHelpText('after', examples)
    .action(lazyAction(async () => (await import('#cli/actions/outbox.ts')).showOutbox));
}
