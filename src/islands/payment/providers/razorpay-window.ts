/** The fields that Razorpay's checkout returns after a payment, among them its signature. */
type Proof = Record<string, string>;

export type WindowResult = { outcome: 'paid'; proof: Proof } | { outcome: 'failed' | 'abandoned' };

/** Options of Razorpay's checkout, as documented. */
export interface RazorpayOptions {
  key: string;
  order_id: string;
  /** Paise. */
  amount: string;
  currency: string;
  name: string;
  description: string;
  prefill: { name?: string; email?: string; contact?: string; method?: string };
  theme: { color: string };
  /** Seconds until the window closes by itself. */
  timeout: number;
  /** Where the provider's own page sends the browser back to; only with `redirect`. */
  callback_url?: string;
  redirect?: true;
}

interface RazorpayCheckout {
  open: () => void;
  close?: () => void;
  on: (event: 'payment.failed', listener: () => void) => void;
}

type RazorpayConstructor = new (
  options: RazorpayOptions & { handler: (proof: Proof) => void; modal: { ondismiss: () => void; confirm_close: boolean } },
) => RazorpayCheckout;

declare global {
  interface Window {
    Razorpay?: RazorpayConstructor;
  }
}

let loaded: Promise<RazorpayConstructor> | undefined;

/** Loads the provider's script, once per page. Rejects when it cannot be loaded; the next call tries again. */
export function loadRazorpay(script: string): Promise<RazorpayConstructor> {
  loaded ??= new Promise<RazorpayConstructor>((resolve, reject) => {
    const element = document.createElement('script');
    const fail = () => {
      loaded = undefined;
      element.remove();
      reject(new Error(`${script} could not be loaded`));
    };
    element.onload = () => (window.Razorpay ? resolve(window.Razorpay) : fail());
    element.onerror = fail;
    element.src = script;
    document.head.append(element);
  });
  return loaded;
}

/**
 * Opens the provider's window, which offers UPI apps and QR, cards and netbanking, and resolves when it closes. A failed attempt may be
 * followed by another in the same window. With `redirect` the browser leaves for the provider's page, and nothing resolves.
 */
export async function openRazorpay(script: string, options: RazorpayOptions): Promise<WindowResult> {
  const Razorpay = await loadRazorpay(script);
  return new Promise((resolve) => {
    let hasFailed = false;
    const checkout = new Razorpay({
      ...options,
      handler: (proof) => resolve({ outcome: 'paid', proof }),
      modal: { confirm_close: true, ondismiss: () => resolve({ outcome: hasFailed ? 'failed' : 'abandoned' }) },
    });
    checkout.on('payment.failed', () => {
      hasFailed = true;
    });
    checkout.open();
  });
}
