import type { Logger } from 'pino';
import { reasonOf } from '#api/database/errors/store-errors.ts';
import type { Db } from '#api/database/schema/engine.ts';
import { encryptPush } from '#api/services/push/encrypt.ts';
import { claimPushes, endPush, PUSH_TTL_MS, removeGone, retryPush } from '#api/services/push/push-messages.ts';
import { authorisePush, readVapidKey } from '#api/services/push/vapid.ts';
import { postBytes } from '#api/services/signed-post.ts';
import { readSettings } from '#api/services/store/settings.ts';
import { type BackgroundWorker, sendPeriodically } from './background-worker.ts';

/** Default polling delay, in milliseconds. */
const DELAY_MS = 1000;

export interface PushSenderOptions {
  db: Db;
  log: Logger;
  siteUrl: string;
  /** Whether push services may be at addresses of this machine and of private networks. */
  allowsPrivate: boolean;
  delayMs?: number;
}

type Claimed = Awaited<ReturnType<typeof claimPushes>>[number];

/**
 * Sends notifications to browsers of owners. Safe to run in several processes: each is claimed before it is sent. Delivery is at least once; a
 * browser shows a repeated one once.
 */
export function startPushSender({ db, log, siteUrl, allowsPrivate, delayMs = DELAY_MS }: PushSenderOptions): BackgroundWorker {
  const send = async (message: Claimed, abort: AbortSignal): Promise<void> => {
    const { id, endpoint, payload, attempts } = message;
    const fields = { push: id, host: new URL(endpoint).host, attempt: attempts };
    const contact = (await readSettings(db)).legal?.support_email;
    const headers = {
      authorization: authorisePush(await readVapidKey(db), endpoint, contact ? `mailto:${contact}` : siteUrl),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: PUSH_TTL_MS / 1000,
      urgency: 'high',
    };
    try {
      const { status, retryAfterMs } = await postBytes(endpoint, headers, encryptPush(payload, message), {
        allowsPrivate,
        signal: abort,
      });
      if (status >= 200 && status <= 299) return await endPush(db, message);
      if (status === 404 || status === 410) {
        await removeGone(db, message.subscription_id);
        return log.info(fields, 'a browser no longer takes notifications: it is removed');
      }
      const isTriedAgain = await retryPush(db, message, retryAfterMs);
      log.warn({ ...fields, status, isTriedAgain }, 'notification not sent');
    } catch (error) {
      // The attempt is made again when its claim expires.
      if (abort.aborted) return;
      const isTriedAgain = await retryPush(db, message);
      log.warn({ ...fields, reason: reasonOf(error), isTriedAgain }, 'notification not sent');
    }
  };

  return sendPeriodically(
    delayMs,
    (limit) => claimPushes(db, limit),
    send,
    (error) => log.error({ err: error }, 'notifications could not be sent'),
  );
}
