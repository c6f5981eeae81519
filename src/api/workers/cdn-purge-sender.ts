import type { Logger } from 'pino';
import { reasonOf } from '#api/database/errors/store-errors.ts';
import type { Db } from '#api/database/schema/engine.ts';
import {
  claimPurges,
  completePurges,
  keysOfPurges,
  readNextPurge,
  retryPurges,
} from '#api/services/cdn-purge-claims-and-retries.ts';
import { fetchText, MAX_PROVIDER_REPLY_BYTES } from '#lib/rules/http/fetch-text.ts';
import { type BackgroundWorker, runPeriodically } from './background-worker.ts';

/** How often the catalogue revision is compared, which costs no query, in milliseconds. */
const DELAY_MS = 50;

/** How often the queue is read without a change, in milliseconds: another server may have died while sending. */
const POLL_INTERVAL_MS = 5000;

/** Timeout of one request to the CDN, in milliseconds: shorter than the claim. */
const REQUEST_TIMEOUT_MS = 5000;

/** Keys of one request. */
const MAX_KEYS = 200;

export interface PurgeSenderOptions {
  db: Db;
  revision: () => number;
  url: string;
  token: string | undefined;
  ttlSeconds: number;
  log: Logger;
  onSent?: (result: 'sent' | 'failed') => void;
}

/** Tells the CDN which surrogate keys to purge. Rejects unless it responds with 2xx. */
async function sendKeys({ url, token }: PurgeSenderOptions, keys: readonly string[], abort: AbortSignal): Promise<void> {
  const response = await fetchText(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ keys }),
    maxBytes: MAX_PROVIDER_REPLY_BYTES,
    signal: AbortSignal.any([abort, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]),
  });
  if (!response.ok) throw new Error(`it answered ${response.status}`);
}

/**
 * Tells a CDN what changed. Safe to run in several processes: each purge is claimed before it is sent. Purges are sent at least once, and
 * again with exponential backoff after a failure.
 */
export function startPurgeSender(options: PurgeSenderOptions): BackgroundWorker {
  const { db, revision, ttlSeconds, log, onSent } = options;
  let seen: number | undefined;
  let nextReadAt = 0;
  let isFailing = false;

  const sendDue = async (stopping: AbortSignal): Promise<void> => {
    const claimed = await claimPurges(db);
    if (claimed.length === 0) return;
    const keys = keysOfPurges(claimed);
    try {
      for (let from = 0; from < keys.length; from += MAX_KEYS)
        await sendKeys(options, keys.slice(from, from + MAX_KEYS), stopping);
      await completePurges(db, claimed);
      onSent?.('sent');
      isFailing = false;
    } catch (error) {
      await retryPurges(db, claimed, ttlSeconds);
      onSent?.('failed');
      if (!isFailing) log.warn({ reason: reasonOf(error) }, 'the CDN was not told what changed: it is told again');
      isFailing = true;
    }
  };
  const work = async (stopping: AbortSignal): Promise<void> => {
    const current = revision();
    if (current === seen && Date.now() < nextReadAt) return;
    seen = current;
    await sendDue(stopping);
    nextReadAt = Math.min((await readNextPurge(db)) ?? Number.POSITIVE_INFINITY, Date.now() + POLL_INTERVAL_MS);
  };
  return runPeriodically({ delayMs: DELAY_MS }, work, (error) => {
    nextReadAt = Date.now() + POLL_INTERVAL_MS;
    log.error({ err: error }, 'the queue of purges could not be read');
  });
}
