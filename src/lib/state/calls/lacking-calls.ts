import { isOtherStore } from '#lib/client/other-store.ts';
import { isMissing, type Refused } from '#lib/client/request.ts';
import type { Call } from '#lib/contract/calls/define-call.ts';
import { tryStorage } from '#lib/state/persistence/try-storage.ts';

/** How long a call that the store lacks is not made again, in milliseconds. */
const RETRY_MS = 60 * 60 * 1000;

const KEY_PREFIX = 'haat-lacks-';

/** Hides the parts of the page that need the call: styles name it in `[data-lacks~=…]`. */
function hideParts(name: string): void {
  const { dataset } = document.documentElement;
  dataset['lacks'] = `${dataset['lacks'] ?? ''} ${name}`.trim();
}

function isRecent(name: string): boolean {
  const foundAt = tryStorage('localStorage', (storage) => storage.getItem(KEY_PREFIX + name));
  return Date.now() - Number(foundAt) < RETRY_MS;
}

if (isOtherStore()) {
  const keys = tryStorage('localStorage', (storage) => Object.keys(storage)) ?? [];
  for (const key of keys) {
    const name = key.startsWith(KEY_PREFIX) && key.slice(KEY_PREFIX.length);
    if (name && isRecent(name)) hideParts(name);
  }
}

/** Whether a call beyond the specification was found to be missing at another store within the last hour. */
export const isLacking = (call: Call): boolean => call.beyondSpecification === true && isOtherStore() && isRecent(call.name);

/** Remembers that another store does not know a call beyond the specification. */
export function noteLacking(call: Call, refused: Refused): void {
  if (!call.beyondSpecification || !isOtherStore() || !isMissing(refused)) return;
  tryStorage('localStorage', (storage) => storage.setItem(KEY_PREFIX + call.name, String(Date.now())));
  hideParts(call.name);
}
