import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { MismatchReason } from '#api/services/checkout/payment-results.ts';
import type { Db } from './database/schema/engine.ts';
import { type BudgetUsage, readBudgets } from './services/limits/message-budget.ts';
import type { AttemptResult } from './services/messages/deliver.ts';
import { readOutboxDepth } from './services/messages/outbox.ts';
import { countDeliveries } from './services/webhooks/deliveries.ts';

/** Upper bounds of the histogram's buckets, in seconds. */
const BUCKETS = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** How a page was served: a cache hit, revalidated without change, rendered, or stale after a failed render. */
export type PageOutcome = 'ready' | 'unchanged' | 'rendered' | 'stale';

/** Metrics of a store for Prometheus. */
export interface Metrics {
  registry: Registry;
  /** Records a call by its contract name, HTTP status and duration in seconds. */
  observeCall: (call: string, status: number, seconds: number) => void;
  /** Counts a page that the host served. */
  countPage: (outcome: PageOutcome) => void;
  /** Counts a code or account mail refused by an exhausted message budget. */
  countRefusedMessage: (kind: 'sms' | 'mail') => void;
  /** Counts an attempt to send a message, by the transport's name. */
  countMessageAttempt: (transport: string, result: AttemptResult) => void;
  /** Counts an authentic webhook that matches no payment of this shop. */
  countWebhookMismatch: (reason: MismatchReason) => void;
  /** Counts a call of the payment provider that failed. */
  countProviderFailure: (provider: string, operation: string) => void;
  /** Counts a failure of the shipping rule of shop.config.ts. */
  countShippingFailure: (rule: string, operation: string) => void;
  /** Counts a reported violation of the content security policy, by directive. */
  countCspViolation: (directive: string) => void;
  /** Counts a component of shop.config.ts that was left out of a page, by its place. */
  countComponentFailure: (name: string) => void;
  /** Counts a run of a job of shop.config.ts that failed. */
  countJobFailure: (job: string) => void;
  /** Counts a purge request to the CDN. */
  countCdnPurge: (result: 'sent' | 'failed') => void;
  /** Returns the metrics as text, in the registry's content type. */
  read: () => Promise<string>;
  /** The same as objects, for adding up the metrics of several processes. */
  readJson: () => ReturnType<Registry['getMetricsAsJSON']>;
}

type Registers = [Registry];

/** Counts and times calls. */
function createCallMetrics(registers: Registers): Pick<Metrics, 'observeCall'> {
  const requests = new Counter({
    name: 'shop_requests_total',
    help: 'Calls answered, by call and HTTP status',
    labelNames: ['call', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'shop_request_duration_seconds',
    help: 'Duration of calls',
    labelNames: ['call'],
    buckets: BUCKETS,
    registers,
  });
  return {
    observeCall: (call, status, seconds) => {
      requests.inc({ call, status });
      durations.observe({ call }, seconds);
    },
  };
}

/** Counts pages, and what browsers report about them. */
function createPageMetrics(registers: Registers): Pick<Metrics, 'countPage' | 'countCspViolation' | 'countComponentFailure'> {
  // Counted outside of the counter, which takes longer than sending a page.
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
  const violations = new Counter({
    name: 'shop_csp_violations_total',
    help: 'Violations of the content security policy reported by browsers, by directive',
    labelNames: ['directive'],
    registers,
  });
  const components = new Counter({
    name: 'shop_component_failures_total',
    help: 'Components of shop.config.ts that were left out of a page',
    labelNames: ['component'],
    registers,
  });
  return {
    countPage: (outcome) => {
      served[outcome] = (served[outcome] ?? 0) + 1;
    },
    countCspViolation: (directive) => violations.inc({ directive }),
    countComponentFailure: (component) => components.inc({ component }),
  };
}

/** Reports the outbox and the message budgets, and counts refused messages. */
function createMessageMetrics(registers: Registers, db: Db): Pick<Metrics, 'countRefusedMessage' | 'countMessageAttempt'> {
  new Gauge({
    name: 'shop_outbox_messages',
    help: 'Messages in the outbox, by state',
    labelNames: ['state'],
    aggregator: 'first',
    registers,
    async collect() {
      for (const [state, messages] of Object.entries(await readOutboxDepth(db))) this.set({ state }, messages);
    },
  });
  const reportBudgets = (name: string, help: string, read: (usage: BudgetUsage) => number) =>
    new Gauge({
      name,
      help: `${help}; absent if there is no limit`,
      labelNames: ['kind', 'window'],
      aggregator: 'first',
      registers,
      async collect() {
        this.reset();
        for (const usage of await readBudgets(db)) this.set({ kind: usage.kind, window: usage.window }, read(usage));
      },
    });
  reportBudgets('shop_message_budget_limit', 'Messages allowed in a window', ({ limit }) => limit);
  reportBudgets('shop_message_budget_used', 'Messages counted in the current window', ({ used }) => used);
  const refused = new Counter({
    name: 'shop_messages_refused_total',
    help: 'Codes and account mails refused because their budget is used up',
    labelNames: ['kind'],
    registers,
  });
  const attempts = new Counter({
    name: 'shop_message_attempts_total',
    help: 'Attempts to send a message, by transport and result: sent, refused for good, or failed and tried again',
    labelNames: ['transport', 'result'],
    registers,
  });
  return {
    countRefusedMessage: (kind) => refused.inc({ kind }),
    countMessageAttempt: (transport, result) => attempts.inc({ transport, result }),
  };
}

/** Counts what the shop receives from its payment provider and sends to its CDN, and failures of parts of shop.config.ts. */
function createProviderMetrics(
  registers: Registers,
): Pick<Metrics, 'countWebhookMismatch' | 'countProviderFailure' | 'countShippingFailure' | 'countCdnPurge' | 'countJobFailure'> {
  const mismatches = new Counter({
    name: 'shop_webhook_mismatches_total',
    help: 'Authentic webhooks that match no payment of this shop, by reason',
    labelNames: ['reason'],
    registers,
  });
  const failures = new Counter({
    name: 'shop_payment_provider_failures_total',
    help: 'Calls of the payment provider that failed, by provider and operation',
    labelNames: ['provider', 'operation'],
    registers,
  });
  const shipping = new Counter({
    name: 'shop_shipping_rule_failures_total',
    help: 'Failures of the shipping rule of shop.config.ts, by rule and operation',
    labelNames: ['rule', 'operation'],
    registers,
  });
  const purges = new Counter({
    name: 'shop_cdn_purges_total',
    help: 'Purge requests to the CDN, by result: sent or failed',
    labelNames: ['result'],
    registers,
  });
  const jobs = new Counter({
    name: 'shop_job_failures_total',
    help: 'Runs of jobs of shop.config.ts that failed',
    labelNames: ['job'],
    registers,
  });
  return {
    countJobFailure: (job) => jobs.inc({ job }),
    countWebhookMismatch: (reason) => mismatches.inc({ reason }),
    countProviderFailure: (provider, operation) => failures.inc({ provider, operation }),
    countShippingFailure: (rule, operation) => shipping.inc({ rule, operation }),
    countCdnPurge: (result) => purges.inc({ result }),
  };
}

/** Reports the deliveries to webhooks. */
function createWebhookMetrics(registers: Registers, db: Db): void {
  new Gauge({
    name: 'shop_webhook_deliveries',
    help: 'Events for webhooks and functions of shop.config.ts, by webhook or function and state: waiting, delivered, failed',
    labelNames: ['webhook', 'state'],
    aggregator: 'first',
    registers,
    async collect() {
      this.reset();
      for (const { webhook, handler, name, state, count } of await countDeliveries(db))
        this.set({ webhook: handler ? name : webhook, state }, count);
    },
  });
}

/** Creates the metrics of one store. Process metrics are collected from the first `read` on. */
export function createMetrics(db: Db): Metrics {
  const registry = new Registry();
  const registers: Registers = [registry];
  new Gauge({ name: 'shop_processes', help: 'Processes that serve the shop', registers }).set(1);
  createWebhookMetrics(registers, db);
  let collectsProcessMetrics = false;
  const collectProcessMetrics = (): void => {
    if (!collectsProcessMetrics) collectDefaultMetrics({ register: registry });
    collectsProcessMetrics = true;
  };
  return {
    registry,
    ...createCallMetrics(registers),
    ...createPageMetrics(registers),
    ...createMessageMetrics(registers, db),
    ...createProviderMetrics(registers),
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
