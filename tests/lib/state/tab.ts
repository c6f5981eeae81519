import { vi } from 'vitest';
import type { TestShop } from '#tests/support/store/test-store.ts';

/** Local storage in memory that can simulate a full disk. */
export class MemoryStorage {
  full = false;
  /** Largest number of characters of all keys and values. */
  capacity = Number.POSITIVE_INFINITY;
  readonly kept = new Map<string, string>();
  getItem(key: string): string | null {
    return this.kept.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    const others = [...this.kept].filter(([other]) => other !== key);
    if (
      this.full ||
      others
        .concat([[key, value]])
        .flat()
        .join('').length > this.capacity
    )
      throw new DOMException('The quota has been exceeded', 'QuotaExceededError');
    this.kept.set(key, value);
  }
  get used(): number {
    return [...this.kept].flat().join('').length;
  }
  get length(): number {
    return this.kept.size;
  }
  removeItem(key: string): void {
    this.kept.delete(key);
  }
  clear(): void {
    this.kept.clear();
  }
}

const channels = new Set<BroadcastChannel>();
const timers = new Set<NodeJS.Timeout>();
const { setTimeout: startTimer } = globalThis;

/** A browser whose tabs share storage, channel and connection. */
export interface TestBrowser {
  storage: MemoryStorage;
  /** Returns the saved state. */
  saved: () => Record<string, unknown>;
  /** Every request made so far, as `METHOD /path`. */
  requests: string[];
  /** Decides what happens to a request; the store answers by default. */
  network: { answer: (request: Request) => Promise<Response> };
  /** Decides whether pages of the site can be reached. */
  site: { isReachable: boolean };
  /** Every message sent to other tabs. */
  messages: unknown[];
  /** How long messages between tabs take, in milliseconds. */
  channel: { delay: number };
  window: EventTarget;
  /** Paths of the page's redirects, in order. */
  left: string[];
  openTab: () => Promise<Tab>;
}

export type Tab = Awaited<ReturnType<typeof loadState>>;

/** Opens a browser at the shop; its tabs run the site's real state against a real store. */
export function openBrowser(shop: TestShop): TestBrowser {
  const storage = new MemoryStorage();
  const window = new EventTarget();
  const requests: string[] = [];
  const messages: unknown[] = [];
  const left: string[] = [];
  const channel = { delay: 0 };
  const site = { isReachable: true };
  const network = { answer: (request: Request) => shop.store.fetch(request) };
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('sessionStorage', new MemoryStorage());
  vi.stubGlobal('setTimeout', (...timer: Parameters<typeof startTimer>) => {
    const started = startTimer(...timer);
    timers.add(started);
    return started;
  });
  vi.stubGlobal('location', { replace: (path: string) => left.push(path) });
  vi.stubGlobal('dispatchEvent', window.dispatchEvent.bind(window));
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
  vi.stubGlobal('fetch', async (request: Request | string) => {
    if (typeof request === 'string') return site.isReachable ? new Response() : Promise.reject(new TypeError('Failed to fetch'));
    requests.push(`${request.method} ${new URL(request.url).pathname.replace('/api', '')}`);
    request.signal.throwIfAborted();
    const answered = network.answer(request);
    const aborted = new Promise<never>((_, reject) => {
      request.signal.addEventListener('abort', () => reject(request.signal.reason));
    });
    return Promise.race([answered, aborted]);
  });
  vi.stubGlobal(
    'BroadcastChannel',
    class extends BroadcastChannel {
      constructor(name: string) {
        super(name);
        channels.add(this);
      }
      override postMessage(message: unknown): void {
        messages.push(message);
        // A closed channel refuses messages: the test has ended.
        const send = () => channels.has(this) && super.postMessage(message);
        if (channel.delay > 0) setTimeout(send, channel.delay);
        else send();
      }
    },
  );
  vi.stubEnv('SSR', false);
  vi.stubEnv('PUBLIC_STORE_API_URL', shop.connection.base);
  vi.stubEnv('PUBLIC_STORE_APP_KEY', shop.connection.applicationKey);
  return {
    storage,
    saved: () => JSON.parse(storage.getItem('haat') ?? '{}') as Record<string, unknown>,
    requests,
    network,
    site,
    messages,
    channel,
    window,
    left,
    openTab: () => {
      vi.resetModules();
      return loadState();
    },
  };
}

/** Closes all tabs; call it after each test. */
export function closeBrowser(): void {
  for (const channel of channels) channel.close();
  channels.clear();
  for (const timer of timers) clearTimeout(timer);
  timers.clear();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
}

async function loadState() {
  const auth = await import('#lib/state/auth/complete-sign-in.ts');
  const unsaved = await import('#lib/state/persistence/describe-unsaved.ts');
  const session = await import('#lib/state/session/session.ts');
  const cart = await import('#lib/state/cart/cart.ts');
  const changes = await import('#lib/state/cart/add-to-cart.ts');
  const quantity = await import('#lib/state/cart/change-quantity.ts');
  const removal = await import('#lib/state/cart/remove-line.ts');
  const variants = await import('#lib/state/cart/change-variant.ts');
  const fetching = await import('#lib/state/cart/customer-cart.ts');
  const refresh = await import('#lib/state/cart/refresh-cart.ts');
  const line = await import('#lib/state/cart/build-line.ts');
  const checkout = await import('#lib/state/checkout/checkout.ts');
  const code = await import('#lib/state/checkout/checkout-otp.ts');
  const guest = await import('#lib/state/checkout/guest-details.ts');
  const coupon = await import('#lib/state/checkout/coupon.ts');
  const totals = await import('#lib/state/checkout/totals.ts');
  const charges = await import('#lib/state/store/charges.ts');
  const placing = await import('#lib/state/checkout/place-order.ts');
  const quotes = await import('#lib/state/checkout/delivery-quote.ts');
  const options = await import('#lib/state/checkout/payment-option.ts');
  const orders = await import('#lib/state/orders/orders.ts');
  const delivery = await import('#lib/state/delivery-check.ts');
  const toast = await import('#lib/state/ui/toasts.ts');
  const wishlist = await import('#lib/state/wishlist/wishlist.ts');
  const later = await import('#lib/state/wishlist/guest-wishes.ts');
  const logout = await import('#lib/state/auth/sign-out.ts');
  const ui = await import('#lib/state/ui/logout-dialog.ts');
  const money = { ...coupon, ...totals, ...charges };
  const shopping = {
    ...cart,
    ...changes,
    ...quantity,
    ...removal,
    ...variants,
    ...fetching,
    ...refresh,
    ...line,
    ...checkout,
    ...code,
    ...guest,
    ...placing,
    ...quotes,
    ...options,
    ...orders,
    ...money,
  };
  return { ...auth, ...session, ...shopping, ...delivery, ...toast, ...wishlist, ...later, ...logout, ...ui, ...unsaved };
}

/** Returns the texts of toasts shown since the last call. */
export const toasts = (tab: Tab): string[] => tab.drainToasts().map(({ text }) => text);

/** Verifies a number in the checkout and enters a name, as a new customer does. */
export async function signUpIn(tab: Tab, mobile: string): Promise<void> {
  await enterCode(tab, mobile);
  await tab.submitGuestDetails({ firstname: 'Asha', lastname: 'Rao', email: `${mobile}@example.com` });
  tab.drainToasts();
}

/** Requests a code and enters the one in the toast. */
export async function enterCode(tab: Tab, mobile: string): Promise<void> {
  await tab.requestCheckoutOtp(mobile);
  const otp = /\d{6}/.exec(toasts(tab).join(' '))?.[0] ?? '';
  await tab.submitCheckoutOtp(otp);
  tab.drainToasts();
}
