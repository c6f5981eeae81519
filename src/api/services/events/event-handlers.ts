import type { EventDataOf } from './event-data.ts';
import type { EventType } from './event-types.ts';

/** What has happened in the shop. */
export interface ShopEvent<Type extends EventType = EventType> {
  /** The same on every attempt, and as `webhook-id` in webhooks: a function that must act once remembers it. */
  id: string;
  type: Type;
  /** When it happened (ISO 8601 in UTC). */
  timestamp: string;
  /** Ids, states and amounts in paise, as docs/webhooks.md lists them. */
  data: EventDataOf<Type>;
}

/** One call of a function. */
export interface EventCall {
  /** Aborts after the time limit, and when the shop stops. */
  signal: AbortSignal;
  /** From 1. */
  attempt: number;
}

/**
 * Functions that are called after the transaction of an event was committed, in a process of the shop that does background work. What they
 * return is not read. A function that throws, rejects or takes longer than 10 seconds is called again, as often and after as long as a
 * webhook; `store webhooks deliveries` lists the calls. Events are delivered at least once, those of one order in their order, and wait
 * for nothing else. A function that never yields, such as an endless loop, stops the process that it runs in.
 */
export type EventHandlers = {
  readonly [Type in EventType]?: (event: ShopEvent<Type>, call: EventCall) => void | Promise<void>;
};
