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

/** Read-only commands, which are not recorded; `export` and `backup` are recorded because they copy data. */
const readOnly: ReadonlySet<string> = new Set([
  'products',
  'template',
  'orders',
  'orders imported',
  'cod list',
  // These record who exports how many before they write.
  'orders export',
  'customers export',
  // These record who changes whom, without addresses.
  'staff add',
  'staff link',
  'staff remove',
  'staff list',
  'theme show',
  'pages list',
  'pages write',
  'payments show',
  'shipping show',
  'shipping export',
  'redirects list',
  'coupon list',
  'sale list',
  'contact',
  'tax show',
  'limits show',
  'pictures show',
  'webhooks list',
  'webhooks deliveries',
  'keys list',
  'doctor',
  'audit',
]);

const text = (value: unknown): string => (value === undefined ? '' : String(value));
const names = (files: unknown): string =>
  [files]
    .flat()
    .map((file) => basename(text(file).replace(/^((?:s3|https):[^?#]*).*/i, '$1')))
    .join(', ');
const flag = (value: unknown): true | undefined => (value ? true : undefined);

/** The database that a shop moves to, without the password in its URL. */
function databaseOf(databaseUrl: unknown): string {
  const url = URL.parse(text(databaseUrl));
  return url ? `${url.host}${url.pathname}` : '';
}

/**
 * Changing an order's status or courier, saving its invoice making a refund and marking one are separate events; showing it is not recorded.
 */
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
    ...(refund
      ? [{ action: 'order refund', subject, detail: { by: 'provider', ...(amount !== undefined && { paise: text(amount) }) } }]
      : []),
  ];
}

/** Events of commands with more detail than their name. Values of settings and free text are left out as personal data. */
const eventBuilders: Record<string, (invocation: CommandInvocation) => CommandEvent[]> = {
  order: ofOrder,
  'theme set': ({ name, args }) => [
    {
      action: name,
      detail: {
        settings: [args[0]]
          .flat()
          .map((assignment) => text(assignment).split('=')[0])
          .join(', '),
      },
    },
  ],
  stock: ({ name, args }) => {
    const [slug, ...rest] = args.filter((value) => value !== undefined).map(text);
    return [{ action: name, subject: slug ?? '', detail: { to: rest.join(' ') } }];
  },
  rename: ({ name, args }) => [{ action: name, subject: text(args[0]), detail: { to: text(args[1]) } }],
  'redirects import': ({ name, args }) => [{ action: name, subject: names(args[0]) }],
  'redirects add': ({ name, args }) => [{ action: name, subject: text(args[0]), detail: { to: text(args[1]) } }],
  'redirects remove': ({ name, args }) => [{ action: name, subject: text(args[0]) }],
  'coupon add': ({ name, args, options: { percent, amount } }) => [
    {
      action: name,
      subject: text(args[0]),
      detail: { ...(percent !== undefined && { percent: text(percent) }), ...(amount !== undefined && { paise: text(amount) }) },
    },
  ],
  'payments set': ({ name, args }) => [{ action: name, detail: { settings: [args[0]].flat().map(text).join(', ') } }],
  'shipping set': ({ name, args }) => [{ action: name, detail: { charges: [args[0]].flat().map(text).join(', ') } }],
  'shipping import': ({ name, args, options: { dryRun } }) => (dryRun ? [] : [{ action: name, subject: names(args[0]) }]),
  'shipping dispatch': ({ name, args }) => ([args[0] ?? []].flat().length === 0 ? [] : [{ action: name }]),
  'webhooks add': ({ name, args }) => [{ action: name, subject: URL.parse(text(args[0]))?.host ?? '' }],
  'webhooks remove': ({ name, args }) => [{ action: name, subject: text(args[0]) }],
  'keys add': ({ name, args, options: { scope } }) => [{ action: name, subject: text(args[0]), detail: { scopes: text(scope) } }],
  'keys remove': ({ name, args }) => [{ action: name, subject: text(args[0]) }],
  'webhooks resend': ({ name, args }) => [{ action: name, subject: text(args[0]) }],
  'sale set': ({ name, args, options: { from, until } }) => [
    {
      action: name,
      subject: text(args[0]),
      detail: {
        paise: text(args[1]),
        ...(from !== undefined && { from: text(from) }),
        ...(until !== undefined && { until: text(until) }),
      },
    },
  ],
  'sale end': ({ name, args }) => [{ action: name, subject: text(args[0]) }],
  'coupon end': ({ name, args }) => [{ action: name, subject: text(args[0]) }],
  import: ({ name, args, options: { dryRun, replace, skipBad, undo, yesWithdraw } }) => {
    if (undo) return [{ action: 'import undo' }];
    const confirmed = yesWithdraw === undefined ? {} : { yesWithdraw: text(yesWithdraw) };
    const detail = { replace: flag(replace), skipBad: flag(skipBad), ...confirmed };
    return dryRun ? [] : [{ action: name, subject: names(args[0]), detail }];
  },
  refund: ({ name, args, options: { amount, byHand } }) => [
    {
      action: name,
      subject: text(args[0]),
      detail: { by: byHand === undefined ? 'provider' : 'hand', ...(amount !== undefined && { paise: text(amount) }) },
    },
  ],
  'cod match': ({ name, args }) => [{ action: name, subject: names(args[0]) }],
  'orders import': ({ name, args, options: { dryRun } }) => (dryRun ? [] : [{ action: name, subject: names(args[0]) }]),
  'customers import': ({ name, args, options: { dryRun } }) => (dryRun ? [] : [{ action: name, subject: names(args[0]) }]),
  export: ({ name, args, options: { pictures } }) => [
    { action: name, subject: args[0] === undefined ? 'screen' : names(args[0]), detail: { pictures: flag(pictures) } },
  ],
  home: ({ name, args }) => (args[0] === undefined ? [] : [{ action: name, subject: names(args[0]) }]),
  menu: ({ name, args }) => (args[0] === undefined ? [] : [{ action: name, subject: names(args[0]) }]),
  backup: ({ name, args, options: { list } }) => (list ? [] : [{ action: name, subject: names(args[0]) || 'storage' }]),
  restore: ({ name, args }) => [{ action: name, subject: names(args[0]) || 'storage' }],
  move: ({ name, options: { to } }) => [{ action: name, subject: databaseOf(to) }],
  demo: ({ name, options: { force } }) => [{ action: name, detail: { force: flag(force) } }],
  outbox: ({ args, options: { retry } }) =>
    retry ? [{ action: 'outbox retry' }] : args[0] === undefined ? [] : [{ action: 'outbox show', subject: text(args[0]) }],
};

/** Lists the audit events of a command; none for a read-only one. A command not listed here is recorded by its name. */
export function toCommandEvents(invocation: CommandInvocation): CommandEvent[] {
  if (readOnly.has(invocation.name)) return [];
  return eventBuilders[invocation.name]?.(invocation) ?? [{ action: invocation.name }];
}
