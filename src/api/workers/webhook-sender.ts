import type { Logger } from 'pino';
import { reasonOf } from '#api/database/errors/store-errors.ts';
import type { Db } from '#api/database/schema/engine.ts';
import type { EventHandlers } from '#api/services/events/event-handlers.ts';
import { callEventHandler, HANDLERS_URL, nameOfHandler } from '#api/services/events/handler-target.ts';
import { postSigned } from '#api/services/signed-post.ts';
import type { Delivery } from '#api/services/webhooks/deliveries.ts';
import { claimDeliveries, listDueWebhooks, markAttemptFailed, markDelivered } from '#api/services/webhooks/delivery-claims.ts';
import { findWebhook, type Webhook } from '#api/services/webhooks/webhooks.ts';
import { type BackgroundWorker, MAX_CONCURRENT, runPeriodically, stopSending } from './background-worker.ts';

/** Default polling delay, in milliseconds. */
const DELAY_MS = 2000;

/** The longest reason of a failure that is stored, in characters. */
const MAX_REASON = 500;

/** The longest stack of a function of the owner's that is logged, in characters. */
const MAX_STACK = 2000;

export interface WebhookSenderOptions {
  db: Db;
  log: Logger;
  /** Whether addresses of this machine and of private networks may be called. */
  allowsPrivate: boolean;
  /** Functions of `shop.config.ts`; without them their events wait. */
  eventHandlers?: EventHandlers | undefined;
  delayMs?: number;
}

/**
 * Sends events to webhooks. Safe to run in several processes: each delivery is claimed before it is sent. Delivery is at least once: after a
 * crash between sending and recording, the event is sent again with the same message id when its claim expires. Each webhook is served on its
 * own, so that one that does not answer delays no other. The functions of `shop.config.ts` are served like one more webhook.
 */
export function startWebhookSender(options: WebhookSenderOptions): BackgroundWorker {
  const { db, log, allowsPrivate, eventHandlers, delayMs = DELAY_MS } = options;
  const abort = new AbortController();
  let isStopping = false;
  const running = new Map<number, Promise<void>>();

  const send = async (webhook: Webhook, delivery: Delivery): Promise<void> => {
    const { url, secret } = webhook;
    const isFunction = url === HANDLERS_URL;
    const target = isFunction ? { handler: nameOfHandler(delivery.event) } : { webhook: webhook.id };
    const fields = { ...target, delivery: delivery.id, event: delivery.event, attempt: delivery.attempts };
    const post = { url, secret, messageId: delivery.message_id, payload: delivery.payload };
    try {
      if (isFunction) await callEventHandler(eventHandlers ?? {}, delivery, abort.signal);
      else await postSigned(post, { allowsPrivate, signal: abort.signal });
    } catch (error) {
      // The attempt is made again when its claim expires.
      if (abort.signal.aborted) return;
      const reason = reasonOf(error).slice(0, MAX_REASON);
      const state = await markAttemptFailed(db, delivery, reason);
      log.warn(
        { ...fields, state, reason, ...(isFunction && error instanceof Error && { stack: error.stack?.slice(0, MAX_STACK) }) },
        'event not delivered',
      );
      return;
    }
    await markDelivered(db, delivery);
    log.debug(fields, 'event delivered');
  };

  const serve = async (id: number): Promise<void> => {
    while (!isStopping) {
      const webhook = await findWebhook(db, id);
      const isServed = webhook && (webhook.url !== HANDLERS_URL || eventHandlers);
      const claimed = isServed ? await claimDeliveries(db, id, MAX_CONCURRENT) : [];
      if (!webhook || claimed.length === 0) return;
      await Promise.all(claimed.map((delivery) => send(webhook, delivery)));
    }
  };

  const onError = (err: unknown) => log.error({ err }, 'events could not be delivered');
  const serveDue = async (): Promise<void> => {
    for (const id of await listDueWebhooks(db)) {
      if (running.has(id) || isStopping) continue;
      const served = serve(id)
        .catch(onError)
        .finally(() => running.delete(id));
      running.set(id, served);
    }
  };
  const worker = runPeriodically({ delayMs }, serveDue, onError);
  return {
    stop: () => {
      isStopping = true;
      return stopSending(abort, async () => {
        await worker.stop();
        await Promise.all(running.values());
      });
    },
  };
}
