import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue } from 'prom-client';
import type { Metrics } from '#api/metrics.ts';
import type { MetricsReader } from '#server/metrics-endpoint.ts';
import type { AllMetrics, MetricsQuestion, MetricsReport, MetricsRequest } from './relay-metrics.mjs';

type Reported = MetricObjectWithValues<MetricValue<string>>[];

/** How long to wait for the metrics of all processes, in milliseconds; longer than each may take to report. */
const TIMEOUT_MS = 3000;

/** The number of this process among those of WORKERS, from 1; undefined for a shop of one process. */
export const workerNumber = (): number | undefined =>
  process.env['SHOP_WORKER'] ? Number(process.env['SHOP_WORKER']) : undefined;

/**
 * A reader of the metrics of all processes of the shop: counters and memory are added up, and what is read from the database is taken
 * once. Rejects if the process that started them does not reply.
 */
export function readAllWorkers({ registry, readJson }: Metrics): MetricsReader {
  const waiting = new Map<number, (reports: Reported[]) => void>();
  let last = 0;
  process.on('message', async (message: MetricsRequest | AllMetrics | string) => {
    if (typeof message !== 'object') return;
    if ('allMetrics' in message) waiting.get(message.allMetrics)?.(message.reports as Reported[]);
    if (!('reportMetrics' in message)) return;
    const metrics = await readJson().catch(() => []);
    process.send?.({ reportedMetrics: message.reportMetrics, metrics } satisfies MetricsReport);
  });
  return {
    contentType: registry.contentType,
    read: async () => {
      const number = ++last;
      const { promise, resolve, reject } = Promise.withResolvers<Reported[]>();
      const timer = setTimeout(() => reject(new Error('The processes of the shop did not report their metrics')), TIMEOUT_MS);
      waiting.set(number, resolve);
      process.send?.({ askMetrics: number } satisfies MetricsQuestion);
      try {
        return await AggregatorRegistry.aggregate(await promise).metrics();
      } finally {
        clearTimeout(timer);
        waiting.delete(number);
      }
    },
  };
}
