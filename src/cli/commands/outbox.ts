import { type Command, InvalidArgumentError, Option } from 'commander';
import { write } from '#api/database/open.ts';
import { findMessage, listOutbox, type OutboxMessage, type OutboxState, retryFailed } from '#api/services/messages/outbox.ts';
import { dim, formatCount, formatNumber, formatTable, green, type OutputOptions, print } from '#cli/output/print.ts';
import { CommandFailed } from '#cli/process/errors.ts';
import { withStore } from '#cli/store/open.ts';

interface OutboxFlags extends OutputOptions {
  state?: OutboxState;
  limit: number;
  retry?: boolean;
}

const examples = `
Examples:
  store outbox                     The newest messages, sent and waiting
  store outbox 12                  What one message says
  store outbox --state dead        Those that could not be sent
  store outbox --retry             Tries those once more

Without a mail server (SMTP_URL) or an SMS provider (SMS_AUTH_KEY) messages wait here, for three days.`;

const columns = ['id', 'written', 'kind', 'to', 'subject', 'state', 'tries'] as const;

/** In Indian time, as "2026-11-20 16:00". */
const clock = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: 'Asia/Kolkata' });

function readWhole(text: string): number {
  const whole = Number(text);
  if (!Number.isInteger(whole) || whole < 1) throw new InvalidArgumentError('It must be a whole number from 1.');
  return whole;
}

/** A message as it is printed: what it says as it is, not as the database keeps it. */
const show = ({ body, ...message }: OutboxMessage) => ({ ...message, content: JSON.parse(body) as Record<string, string> });
type Shown = ReturnType<typeof show>;

function describeAll(messages: readonly Shown[]): string {
  if (messages.length === 0) return dim('No messages.');
  const cells = messages.map((message) => ({
    id: String(message.id),
    written: clock.format(new Date(message.created_at)),
    kind: message.kind,
    to: message.recipient,
    subject: message.subject,
    state: message.state,
    tries: formatNumber(message.attempts),
  }));
  return formatTable(cells, columns, ['id', 'tries']);
}

function describeOne(message: Shown): string {
  const { text, ...values } = message.content;
  const rest = Object.entries(values).map(([name, value]) => `${name}: ${value}`);
  return [
    `${message.kind} to ${message.recipient}, ${clock.format(new Date(message.created_at))}, ${message.state}`,
    message.subject,
    ...(message.last_error ? [`Last try: ${message.last_error}`] : []),
    '',
    ...(message.state === 'sent' ? [dim('What a sent message said is not kept.')] : [...rest, text ?? '']),
  ]
    .join('\n')
    .trimEnd();
}

async function run(id: number | undefined, { state, limit, retry, ...flags }: OutboxFlags): Promise<void> {
  if (retry) {
    const revived = await withStore((db) => write(db, retryFailed));
    return print({ revived }, flags, () => green(`${formatCount(revived, 'message')} will be tried again`));
  }
  if (id === undefined) {
    const messages = await withStore((db) => listOutbox(db, { limit, state }));
    return print(messages.map(show), flags, describeAll);
  }
  const message = await withStore((db) => findMessage(db, id));
  if (!message) throw new CommandFailed(`There is no message ${id}`);
  print(show(message), flags, describeOne);
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
    .action(run);
}
