import { write } from '#api/database/transaction.ts';
import { isUrl, parseList } from '#api/environment/addresses.ts';
import { inspectConfiguration } from '#api/environment/configuration.ts';
import { type EventType, eventTypes } from '#api/services/events/event-types.ts';
import { HANDLERS_URL } from '#api/services/events/handler-target.ts';
import { ALL_EVENTS } from '#api/services/events/record-event.ts';
import { addWebhook, findWebhook, listWebhooks, removeWebhook, type Webhook } from '#api/services/webhooks/webhooks.ts';
import { dim, formatIndianTime, formatTable, green, type OutputOptions, print } from '#cli/output/print.ts';
import { CommandFailed, commandContext, UsageError } from '#cli/process/command.ts';
import { changeStore, withStore } from '#cli/store/open-store.ts';

const isEventType = (type: string): type is EventType => eventTypes.some((known) => known === type);

/** Parses the list of event types; undefined for all. Throws a `UsageError` that names unknown ones. */
function readEvents(list: string | undefined): EventType[] | undefined {
  if (list === undefined) return undefined;
  const types = parseList(list);
  const unknown = types.filter((type) => !isEventType(type));
  if (unknown.length > 0 || types.length === 0)
    throw new UsageError(`There is no event "${unknown.join(', ')}". Events are: ${eventTypes.join(', ')}`);
  return types.filter(isEventType);
}

/** Checks the address. Throws a `UsageError`. */
function readAddress(url: string): string {
  const { allowsPrivateWebhooks } = inspectConfiguration(commandContext().env).configuration;
  if (!isUrl(url, allowsPrivateWebhooks ? ['http:', 'https:'] : ['https:']))
    throw new UsageError(`The address must begin with https://, not "${url}"`);
  const { username, password } = new URL(url);
  if (username || password) throw new UsageError('The address must not contain a user name or password');
  return url;
}

/** Everything but the secret. */
const toPrintable = ({ secret: _, events, ...webhook }: Webhook) => ({ ...webhook, events: JSON.parse(events) as string[] });

export async function createWebhook(url: string, { events, ...flags }: OutputOptions & { events?: string }): Promise<void> {
  const wanted = { url: readAddress(url), events: readEvents(events) };
  const webhook = await changeStore((tx) => addWebhook(tx, wanted));
  const { id, secret } = webhook;
  print({ ...toPrintable(webhook), secret }, flags, () =>
    [
      green(`Webhook ${id} gets events from now on.`),
      `Its secret, which is not shown again: ${secret}`,
      dim(`Try it: store webhooks test ${id}`),
    ].join('\n'),
  );
}

function describeAll(webhooks: readonly ReturnType<typeof toPrintable>[]): string {
  const cells = webhooks.map(({ id, url, events, created_at }) => ({
    id: String(id),
    url: url === HANDLERS_URL ? 'functions of shop.config.ts' : url,
    events: events.includes(ALL_EVENTS) ? 'all' : events.join(', '),
    added: formatIndianTime(created_at),
  }));
  return formatTable(cells, ['id'], dim('No webhooks yet.'));
}

export async function showWebhooks(flags: OutputOptions): Promise<void> {
  const webhooks = await withStore(listWebhooks);
  print(webhooks.map(toPrintable), flags, describeAll);
}

export async function deleteWebhook(id: number, flags: OutputOptions): Promise<void> {
  const isRemoved = await withStore(async (db) => {
    if ((await findWebhook(db, id))?.url === HANDLERS_URL)
      throw new CommandFailed('These functions are in shop.config.ts: remove them there, and start the shop again');
    return write(db, (tx) => removeWebhook(tx, id));
  });
  if (!isRemoved) throw new CommandFailed(`There is no webhook ${id}`);
  print({ removed: id }, flags, () => green(`Webhook ${id} gets no more events.`));
}
