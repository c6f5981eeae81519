import { type Db, keepPerDatabase } from '#api/database/schema/engine.ts';
import { MINUTE_MS } from '#lib/rules/durations.ts';
import type { StoredAuditEvent } from './hash-chain.ts';

/** Delivers events, one JSON text each, to a place outside the database. Rejects when they have not arrived. */
export type AuditDestination = (events: readonly string[]) => Promise<void>;

/** The most events that wait for a destination that does not respond; the oldest are dropped. They stay in the database. */
const MAX_WAITING = 1000;

/** How often a failing destination is reported and tried again without new events, in milliseconds. */
const RETRY_MS = MINUTE_MS;

interface Forwarder {
  send: (event: string) => void;
  /** Tries once more to deliver what waits. */
  close: () => Promise<void>;
}

/** Delivers to one destination in order, without ever failing or delaying the caller. */
function createForwarder(deliver: AuditDestination, onError: (error: unknown) => void): Forwarder {
  let waiting: string[] = [];
  let running: Promise<void> | undefined;
  let reportedAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;

  const deliverAll = async (): Promise<void> => {
    clearTimeout(timer);
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        await deliver(batch);
      } catch (error) {
        waiting = [...batch, ...waiting].slice(-MAX_WAITING);
        timer = setTimeout(start, RETRY_MS).unref();
        if (performance.now() - reportedAt < RETRY_MS) return;
        reportedAt = performance.now();
        onError(error);
        return;
      }
    }
  };
  const start = (): void => {
    running ??= deliverAll().finally(() => {
      running = undefined;
    });
  };
  return {
    send: (event) => {
      waiting = [...waiting, event].slice(-MAX_WAITING);
      start();
    },
    close: async () => {
      await running;
      await deliverAll();
      clearTimeout(timer);
    },
  };
}

const forwardersOf = keepPerDatabase((): { all: readonly Forwarder[] } => ({ all: [] }));

/**
 * Sends every event that this process commits to the destinations. A failure is reported at most once a minute. Returns a function that
 * delivers what waits and stops.
 */
export function forwardAudit(
  db: Db,
  destinations: readonly AuditDestination[],
  onError: (error: unknown) => void,
): () => Promise<void> {
  const all = destinations.map((deliver) => createForwarder(deliver, onError));
  forwardersOf(db).all = all;
  return async () => {
    forwardersOf(db).all = [];
    await Promise.all(all.map((forwarder) => forwarder.close()));
  };
}

/** Hands committed events to the destinations of the database. Returns at once. */
export function forwardEvents(db: Db, events: readonly StoredAuditEvent[]): void {
  for (const forwarder of forwardersOf(db).all)
    for (const { detail, ...event } of events)
      forwarder.send(JSON.stringify({ ...event, detail: JSON.parse(detail) as unknown }));
}
