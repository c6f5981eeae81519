import { REPORTED_ORDERS_KEY } from '#lib/contract/saved-state.ts';

/** More than a shopper places while the page of one can be opened again. */
const MAX_ORDERS = 20;

/** How long the lock of this site's tabs may be awaited, in milliseconds. */
const LOCK_WAIT_MS = 2000;

const readOrders = (): unknown => {
  try {
    return JSON.parse(localStorage.getItem(REPORTED_ORDERS_KEY) ?? '[]');
  } catch {
    return [];
  }
};

/** Claims an order for this page; false if it has been claimed. Where the browser saves nothing, each page claims it. */
function claim(order: string): boolean {
  const read = readOrders();
  const orders = Array.isArray(read) ? read : [];
  if (orders.includes(order)) return false;
  try {
    localStorage.setItem(REPORTED_ORDERS_KEY, JSON.stringify([order, ...orders].slice(0, MAX_ORDERS)));
  } catch {}
  return true;
}

/** Whether this page is the first of this browser that reports an order; the pages of two tabs ask one after the other. */
export async function claimOrder(order: string): Promise<boolean> {
  let isClaimed: boolean | undefined;
  try {
    await navigator.locks.request(REPORTED_ORDERS_KEY, { signal: AbortSignal.timeout(LOCK_WAIT_MS) }, () => {
      isClaimed = claim(order);
    });
  } catch {
    // Browsers have no locks on plain http.
  }
  return isClaimed ?? claim(order);
}
