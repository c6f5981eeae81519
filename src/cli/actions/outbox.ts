import { inspectConfiguration } from '#api/environment/configuration.ts';
import { findMessage, listOutbox, type OutboxMessage, type OutboxState, retryFailed } from '#api/services/messages/outbox.ts';
import { fillSiteUrl } from '#api/services/messages/site-url-placeholder.ts';
import { dim, formatCount, formatIndianTime, formatTable, green, type OutputOptions, print } from '#cli/output/print.ts';
import { CommandFailed, commandContext } from '#cli/process/command.ts';
import { changeStore, withStore } from '#cli/store/open-store.ts';
import { formatNumber } from '#lib/rules/text.ts';

interface OutboxFlags extends OutputOptions {
  state?: OutboxState;
  limit: number;
  retry?: boolean;
}

/** Parses the message's content for printing, with the links as they are sent. */
const toPrintable = ({ body, ...message }: OutboxMessage) => {
  const { siteUrl } = inspectConfiguration(commandContext().env).configuration;
  return { ...message, content: JSON.parse(fillSiteUrl(body, siteUrl)) as Record<string, string> };
};

type PrintableMessage = ReturnType<typeof toPrintable>;

function describeAll(messages: readonly PrintableMessage[]): string {
  const cells = messages.map((message) => ({
    id: String(message.id),
    written: formatIndianTime(message.created_at),
    kind: message.kind,
    to: message.recipient,
    subject: message.subject,
    state: message.state,
    attempts: formatNumber(message.attempts),
  }));
  return formatTable(cells, ['id', 'attempts'], dim('No messages.'));
}

function describeOne(message: PrintableMessage): string {
  const { text, html: _, ...values } = message.content;
  const rest = Object.entries(values).map(([name, value]) => `${name}: ${value}`);
  return [
    `${message.kind} to ${message.recipient}, ${formatIndianTime(message.created_at)}, ${message.state}${message.transport ? ` by ${message.transport}` : ''}`,
    message.subject,
    ...(message.last_error ? [`Last error: ${message.last_error}`] : []),
    '',
    ...(message.state === 'sent' ? [dim('The content of a sent message is deleted.')] : [...rest, text ?? '']),
  ]
    .join('\n')
    .trimEnd();
}

export async function showOutbox(id: number | undefined, { state, limit, retry, ...flags }: OutboxFlags): Promise<void> {
  if (retry) {
    const revived = await changeStore(retryFailed);
    return print({ revived }, flags, () => green(`${formatCount(revived, 'message')} will be retried`));
  }
  if (id === undefined) {
    const messages = await withStore((db) => listOutbox(db, { limit, state }));
    return print(messages.map(toPrintable), flags, describeAll);
  }
  const message = await withStore((db) => findMessage(db, id));
  if (!message) throw new CommandFailed(`There is no message ${id}`);
  print(toPrintable(message), flags, describeOne);
}
