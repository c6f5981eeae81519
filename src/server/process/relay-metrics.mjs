import cluster from 'node:cluster';

// Plain JavaScript without packages: runs in the process that starts the others.

/** How long a process may take to report its metrics, in milliseconds. */
const TIMEOUT_MS = 2000;

/**
 * @typedef {{ askMetrics: number }} MetricsQuestion From a process that wants the metrics of all; the number names the reply.
 * @typedef {{ reportMetrics: number }} MetricsRequest To each process.
 * @typedef {{ reportedMetrics: number, metrics: unknown }} MetricsReport Its reply.
 * @typedef {{ allMetrics: number, reports: unknown[] }} AllMetrics To the process that asked.
 */

/**
 * Sends a message to a process, which may end meanwhile: without a callback that would be an uncaught error.
 *
 * @param {import('node:cluster').Worker} worker
 * @param {MetricsRequest | AllMetrics} message
 */
const send = (worker, message) => worker.send(message, undefined, undefined, () => undefined);

/** Replies to processes that ask for the metrics of all processes of this cluster. */
export function relayMetrics() {
  let last = 0;
  /** @type {Map<number, (metrics: unknown) => void>} */
  const waiting = new Map();

  cluster.on('message', (asker, /** @type {MetricsQuestion | MetricsReport | string} */ message) => {
    if (typeof message !== 'object') return;
    if ('reportedMetrics' in message) waiting.get(message.reportedMetrics)?.(message.metrics);
    if (!('askMetrics' in message)) return;
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected());
    const number = ++last;
    /** @type {unknown[]} */
    const reports = [];
    const finish = () => {
      clearTimeout(timer);
      waiting.delete(number);
      if (asker.isConnected()) send(asker, { allMetrics: message.askMetrics, reports });
    };
    const timer = setTimeout(finish, TIMEOUT_MS);
    waiting.set(number, (metrics) => {
      reports.push(metrics);
      if (reports.length === workers.length) finish();
    });
    for (const worker of workers) if (worker) send(worker, { reportMetrics: number });
  });
}
