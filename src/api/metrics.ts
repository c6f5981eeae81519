import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { MismatchReason } from '#api/services/payments/payment-results.ts';
import type { Db } from './database/schema/engine.ts';
import { type BudgetUsage, readBudgets } from './services/limits/message-budget.ts';
import type { AttemptResult } from './services/messages/deliver.ts';
import { readOutboxDepth } from './services/messages/outbox.ts';
import { countDeliveries } from './services/webhooks/deliveries.ts';

/** Upper bounds of the histogram's buckets, in seconds. */
const BUCKETS = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** How a page was served: a cache hit, revalidated without change, rendered, or stale after a failed render. */
export type PageOutcome = 'ready' | 'unchanged' | 'rendered' | 'stale';

export interface Metrics {
  registry: Registry;
  /** Records a call by its contract name, HTTP status and duration in seconds. */
  observeCall: (call: string, status: number, seconds: number) => void;
  countPage: (outcome: PageOutcome) => void;
  /** Counts a code or account mail refused by an exhausted message budget. */
  countRefusedMessage: (kind: 'sms' | 'mail') => void;
  /** Counts an attempt to send a message, by the transport's name. */
  countMessageAttempt: (transport: string, result: AttemptResult) => void;
  /** Counts an authentic webhook that matches no payment of this shop. */
  countWebhookMismatch: (reason: MismatchReason) => void;
  countProviderFailure: (provider: string, operation: string) => void;
  countShippingFailure: (rule: string, operation: string) => void;
  /** Counts a reported violation of the content security policy, by directive. */
  countCspViolation: (directive: string) => void;
  /** Counts a component of shop.config.ts that was left out of a page, by its place. */
  countComponentFailure: (name: string) => void;
  countJobFailure: (job: string) => void;
  countCdnPurge: (result: 'sent' | 'failed') => void;
  /** Returns the metrics as text, in the registry's content type. */
  read: () => Promise<string>;
  /** The same as objects, for adding up the metrics of several processes. */
  readJson: () => ReturnType<Registry['getMetricsAsJSON']>;
}

type Registers = [Registry];

/** Creates the metrics that are read from the database. */
function reportDatabase(registers: Registers, db: Db): void {
  /** Registers a gauge whose value is read at each scrape. */
  const report = (name: string, help: string, labelNames: string[], read: (gauge: Gauge) => Promise<void>) =>
    new Gauge({
      name,
      help,
      labelNames,
      aggregator: 'first',
      registers,
      async collect() {
        this.reset();
        await read(this);
      },
    });
  report('shop_outbox_messages', 'Messages in the outbox, by state', ['state'], async (gauge) => {
    for (const [state, messages] of Object.entries(await readOutboxDepth(db))) gauge.set({ state }, messages);
  });
  const reportBudgets = (name: string, help: string, numberOf: (usage: BudgetUsage) => number) =>
    report(name, `${help}; absent if there is no limit`, ['kind', 'window'], async (gauge) => {
      for (const usage of await readBudgets(db)) gauge.set({ kind: usage.kind, window: usage.window }, numberOf(usage));
    });
  reportBudgets('shop_message_budget_limit', 'Messages allowed in a window', ({ limit }) => limit);
  reportBudgets('shop_message_budget_used', 'Messages counted in the current window', ({ used }) => used);
  const deliveries =
    'Events for webhooks and functions of shop.config.ts, by webhook or function and state: waiting, delivered, failed';
  report('shop_webhook_deliveries', deliveries, ['webhook', 'state'], async (gauge) => {
    for (const { webhook, handler, name, state, count } of await countDeliveries(db))
      gauge.set({ webhook: handler ? name : webhook, state }, count);
  });
}

/** Creates a function that counts how pages were served: outside of a counter, which takes longer than sending a page. */
function createPageCounter(registers: Registers): Metrics['countPage'] {
  const served: Partial<Record<PageOutcome, number>> = {};
  new Counter({
    name: 'shop_pages_total',
    help: 'Pages served: ready in the cache, revalidated as unchanged, rendered, or stale',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(served)) this.inc({ outcome }, count);
    },
  });
  return (outcome) => {
    served[outcome] = (served[outcome] ?? 0) + 1;
  };
}

/** Creates the metrics of one store. Process metrics are collected from the first `read` on. */
export function createMetrics(db: Db): Metrics {
  const registry = new Registry();
  const registers: Registers = [registry];
  /** Creates a counter, and returns a function that counts by the values of its labels, in their order. */
  const counter = (name: string, help: string, ...labelNames: string[]): ((...values: string[]) => void) => {
    const metric = new Counter({ name, help, labelNames, registers });
    return (...values) => metric.inc(Object.fromEntries(labelNames.map((label, i) => [label, values[i] ?? ''])));
  };
  new Gauge({ name: 'shop_processes', help: 'Processes that serve the shop', registers }).set(1);
  reportDatabase(registers, db);
  const countCall = counter('shop_requests_total', 'Calls answered, by call and HTTP status', 'call', 'status');
  const durations = new Histogram({
    name: 'shop_request_duration_seconds',
    help: 'Duration of calls',
    labelNames: ['call'],
    buckets: BUCKETS,
    registers,
  });
  let collectsProcessMetrics = false;
  const collectProcessMetrics = (): void => {
    if (!collectsProcessMetrics) collectDefaultMetrics({ register: registry });
    collectsProcessMetrics = true;
  };
  return {
    registry,
    observeCall: (call, status, seconds) => {
      countCall(call, String(status));
      durations.observe({ call }, seconds);
    },
    countPage: createPageCounter(registers),
    countCspViolation: counter(
      'shop_csp_violations_total',
      'Violations of the content security policy reported by browsers, by directive',
      'directive',
    ),
    countComponentFailure: counter(
      'shop_component_failures_total',
      'Components of shop.config.ts that were left out of a page',
      'component',
    ),
    countRefusedMessage: counter(
      'shop_messages_refused_total',
      'Codes and account mails refused because their budget is used up',
      'kind',
    ),
    countMessageAttempt: counter(
      'shop_message_attempts_total',
      'Attempts to send a message, by transport and result: sent, refused for good, or failed and tried again',
      ...['transport', 'result'],
    ),
    countWebhookMismatch: counter(
      'shop_webhook_mismatches_total',
      'Authentic webhooks that match no payment of this shop, by reason',
      'reason',
    ),
    countProviderFailure: counter(
      'shop_payment_provider_failures_total',
      'Calls of the payment provider that failed, by provider and operation',
      ...['provider', 'operation'],
    ),
    countShippingFailure: counter(
      'shop_shipping_rule_failures_total',
      'Failures of the shipping rule of shop.config.ts, by rule and operation',
      ...['rule', 'operation'],
    ),
    countCdnPurge: counter('shop_cdn_purges_total', 'Purge requests to the CDN, by result: sent or failed', 'result'),
    countJobFailure: counter('shop_job_failures_total', 'Runs of jobs of shop.config.ts that failed', 'job'),
    read: async () => {
      collectProcessMetrics();
      return registry.metrics();
    },
    readJson: async () => {
      collectProcessMetrics();
      return registry.getMetricsAsJSON();
    },
  };
}
