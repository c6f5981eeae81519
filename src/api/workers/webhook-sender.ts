import type { Logger } from 'pino';
import { reasonOf } from '#api/database/errors/store-errors.ts';
import type { Db } from '#api/database/schema/engine.ts';
import { postSigned } from '#api/services/signed-post.ts';
import type { Delivery } from '#api/services/webhooks/deliveries.ts';
import { claimDeliveries, listDueWebhooks, markAttemptFailed, markDelivered } from '#api/services/webhooks/delivery-claims.ts';
import { findWebhook, type Webhook } from '#api/services/webhooks/webhooks.ts';
import { type BackgroundWorker, runPeriodically } from './background-worker.ts';

/** Default polling delay, in milliseconds. */
const DELAY_MS = 2000;

/** Stopping aborts attempts in progress after this time, in milliseconds; shorter than the grace period of the host's shutdown. */
const STOP_TIMEOUT_MS = 6000;

/** Events sent to one webhook at once. */
const MAX_CONCURRENT = 8;

export interface WebhookSenderOptions {
  db: Db;
  log: Logger;
  /** Whether addresses of this machine and of private networks may be called. */
  allowsPrivate: boolean;
  /** Polling delay in milliseconds. */
  delayMs?: number;
}

/**
 * Sends events to webhooks. Safe to run in several processes: each delivery is claimed before it is sent. Delivery is at least once: after a
 * crash between sending and recording, the event is sent again with the same message id when its claim expires. Each webhook is served on its
 * own, so that one that does not answer delays no other.
 */
export function startWebhookSender({ db, log, allowsPrivate, delayMs = DELAY_MS }: WebhookSenderOptions): BackgroundWorker {
  const abort = new AbortController();
  let isStopping = false;
  /** Webhooks that are being served. */
  const running = new Map<number, Promise<void>>();

  const send = async (webhook: Webhook, delivery: Delivery): Promise<void> => {
    const { url, secret } = webhook;
    const fields = { webhook: webhook.id, delivery: delivery.id, event: delivery.event, attempt: delivery.attempts };
    const post = { url, secret, messageId: delivery.message_id, payload: delivery.payload };
    try {
      await postSigned(post, { allowsPrivate, signal: abort.signal });
    } catch (error) {
      // The attempt is made again when its claim expires.
      if (abort.signal.aborted) return;
      const state = await markAttemptFailed(db, delivery, reasonOf(error));
      log.warn({ ...fields, state, reason: reasonOf(error) }, 'event not delivered');
      return;
    }
    await markDelivered(db, delivery);
    log.debug(fields, 'event delivered');
  };

  const serve = async (id: number): Promise<void> => {
    while (!isStopping) {
      const webhook = await findWebhook(db, id);
      const claimed = webhook ? await claimDeliveries(db, id, MAX_CONCURRENT) : [];
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
    stop: async () => {
      isStopping = true;
      const timer = setTimeout(() => abort.abort(), STOP_TIMEOUT_MS);
      await worker.stop();
      await Promise.all(running.values());
      clearTimeout(timer);
    },
  };
}
