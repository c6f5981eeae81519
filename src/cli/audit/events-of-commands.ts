import { basename } from 'node:path';

export interface CommandInvocation {
  /** Such as `theme set`. */
  name: string;
  args: readonly unknown[];
  options: Readonly<Record<string, unknown>>;
}

type Detail = Record<string, string | number | boolean | undefined>;

export interface CommandEvent {
  action: string;
  subject?: string;
  detail?: Detail;
}

/**
 * Commands that are not recorded. Most only read; `export` and `backup` are recorded because they copy data. The exports of orders and
 * customers record who exports how many before they write, and the commands of staff who changes whom, without addresses.
 */
const notRecorded: ReadonlySet<string> = new Set(
  [
    'products, template, orders, orders imported, orders export, customers export, cod list, contact, doctor, audit',
    'staff add, staff link, staff remove, staff list, theme show, tax show, limits show, payments show, pictures show',
    'filters show, config check, shipping show, shipping export, pages list, pages write, redirects list',
    'coupon list, sale list, keys list, webhooks list, webhooks deliveries',
  ].flatMap((line) => line.split(', ')),
);

const text = (value: unknown): string => (value === undefined ? '' : String(value));
/** As `text`, but an option that was not given is left out. */
const given = (value: unknown): string | undefined => (value === undefined ? undefined : String(value));
const list = (values: unknown): string[] => [values ?? []].flat().map(text);
const names = (files: unknown): string =>
  list(files)
    .map((file) => basename(file.replace(/^((?:s3|https):[^?#]*).*/i, '$1')))
    .join(', ');
const flag = (value: unknown): true | undefined => (value ? true : undefined);

/** The database that a shop moves to, without the password in its URL. */
function databaseOf(databaseUrl: unknown): string {
  const url = URL.parse(text(databaseUrl));
  return url ? `${url.host}${url.pathname}` : '';
}

/** Changing an order's status or courier, saving its invoice, making a refund and marking one are separate events; showing it is not recorded. */
function ofOrder({
  args,
  options: { status, courier, invoice, creditNote, refunded, refund, amount },
}: CommandInvocation): CommandEvent[] {
  const subject = text(args[0]);
  return [
    ...(status === undefined ? [] : [{ action: 'order status', subject, detail: { status: text(status) } }]),
    ...(status === undefined && courier !== undefined ? [{ action: 'order courier', subject }] : []),
    ...(invoice === undefined ? [] : [{ action: 'order invoice', subject }]),
    ...(creditNote === undefined ? [] : [{ action: 'order credit-note', subject }]),
    ...(refunded ? [{ action: 'order refund', subject }] : []),
    ...(refund ? [{ action: 'order refund', subject, detail: { by: 'provider', paise: given(amount) } }] : []),
  ];
}

/** What an event says besides the name of its command; undefined when the command is not recorded. */
type Said = (invocation: CommandInvocation) => Partial<CommandEvent> | undefined;

const ofSubject: Said = ({ args }) => ({ subject: text(args[0]) });
const ofFile: Said = ({ args }) => ({ subject: names(args[0]) });
const ofFileIfGiven: Said = ({ args }) => (args[0] === undefined ? undefined : { subject: names(args[0]) });
const ofFileToImport: Said = ({ args, options: { dryRun } }) => (dryRun ? undefined : { subject: names(args[0]) });
const ofNewName: Said = ({ args }) => ({ subject: text(args[0]), detail: { to: text(args[1]) } });

/** Commands of which more is recorded than their name. Values of settings and free text are left out as personal data. */
const saidOf: Record<string, Said> = {
  'theme set': ({ args }) => ({
    detail: {
      settings: list(args[0])
        .map((assignment) => assignment.split('=')[0])
        .join(', '),
    },
  }),
  stock: ({ args }) => {
    const [slug, ...rest] = args.filter((value) => value !== undefined).map(text);
    return { subject: slug ?? '', detail: { to: rest.join(' ') } };
  },
  rename: ofNewName,
  'redirects import': ofFile,
  'redirects add': ofNewName,
  'redirects remove': ofSubject,
  'coupon add': ({ args, options: { percent, amount } }) => ({
    subject: text(args[0]),
    detail: { percent: given(percent), paise: given(amount) },
  }),
  'coupon end': ofSubject,
  'payments set': ({ args }) => ({ detail: { settings: list(args[0]).join(', ') } }),
  'shipping set': ({ args }) => ({ detail: { charges: list(args[0]).join(', ') } }),
  'shipping import': ofFileToImport,
  'shipping dispatch': ({ args }) => (list(args[0]).length === 0 ? undefined : {}),
  'webhooks add': ({ args }) => ({ subject: URL.parse(text(args[0]))?.host ?? '' }),
  'webhooks remove': ofSubject,
  'webhooks resend': ofSubject,
  'keys add': ({ args, options: { scope } }) => ({ subject: text(args[0]), detail: { scopes: text(scope) } }),
  'keys remove': ofSubject,
  'sale set': ({ args, options: { from, until } }) => ({
    subject: text(args[0]),
    detail: { paise: text(args[1]), from: given(from), until: given(until) },
  }),
  'sale end': ofSubject,
  import: ({ args, options: { dryRun, replace, skipBad, undo, yesWithdraw } }) => {
    if (undo) return { action: 'import undo' };
    const detail = { replace: flag(replace), skipBad: flag(skipBad), yesWithdraw: given(yesWithdraw) };
    return dryRun ? undefined : { subject: names(args[0]), detail };
  },
  refund: ({ args, options: { amount, byHand } }) => ({
    subject: text(args[0]),
    detail: { by: byHand === undefined ? 'provider' : 'hand', paise: given(amount) },
  }),
  guides: ({ args, options: { dryRun, export: target } }) => {
    const file = target ?? args[0];
    return file === undefined || dryRun ? undefined : { subject: names(file) };
  },
  ship: ({ options: { dryRun, from } }) => (dryRun ? undefined : { subject: names(from) }),
  'cod match': ofFile,
  'orders import': ofFileToImport,
  'customers import': ofFileToImport,
  export: ({ args, options: { pictures } }) => ({
    subject: args[0] === undefined ? 'screen' : names(args[0]),
    detail: { pictures: flag(pictures) },
  }),
  home: ofFileIfGiven,
  menu: ofFileIfGiven,
  backup: ({ args, options }) => (options['list'] ? undefined : { subject: names(args[0]) || 'storage' }),
  restore: ({ args }) => ({ subject: names(args[0]) || 'storage' }),
  move: ({ options: { to } }) => ({ subject: databaseOf(to) }),
  demo: ({ options: { force } }) => ({ detail: { force: flag(force) } }),
  outbox: ({ args, options: { retry } }) => {
    if (retry) return { action: 'outbox retry' };
    return args[0] === undefined ? undefined : { action: 'outbox show', subject: text(args[0]) };
  },
};

/** Lists the audit events of a command; none for a read-only one. A command not listed here is recorded by its name. */
export function toCommandEvents(invocation: CommandInvocation): CommandEvent[] {
  const { name } = invocation;
  if (notRecorded.has(name)) return [];
  if (name === 'order') return ofOrder(invocation);
  const said = saidOf[name] ? saidOf[name](invocation) : {};
  return said ? [{ action: name, ...said }] : [];
}
