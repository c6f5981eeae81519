/** What the payment page gives the button of a provider's browser module. */
export interface PaymentButtonProps {
  payment: {
    /** The payment's id in the shop. */
    id: string;
    /** Rupees, such as "1299.00". */
    amount: string;
    orderNumbers: readonly string[];
  };
  /** What the provider's `getClientOptions` returned. */
  options: Readonly<Record<string, string>>;
  /** The URL in the provider's `checkout`; the button loads it. */
  script?: string | undefined;
  storeName: string;
  /** The amount as the shop writes it, such as "₹1,299.00". */
  amountText: string;
  /** Says that the provider's window is open, or closed: meanwhile the page does not leave by itself. */
  setOpen: (isOpen: boolean) => void;
}

/**
 * How an attempt ended: `proof` is what the provider's `verifyProof` gets. After `paid` the shop waits for the store's confirmation; after the others it shows
 * the page of failed payments, from which the shopper may try again.
 */
export type PaymentResult = { outcome: 'paid'; proof?: Record<string, string> } | { outcome: 'failed' | 'abandoned' };

/** What a browser module of a payment provider exports. */
export interface PaymentButton {
  /**
   * Draws the button into `element`, which is empty. The shop's classes `button` and `primary` may be used. Calls `done` once for each attempt. Returns a function that removes
   * what it has set up, or nothing. What it throws, and an import that fails, leave a message with "Try again".
   */
  mount: (
    element: HTMLElement,
    props: PaymentButtonProps,
    done: (result: PaymentResult) => void,
  ) => (() => void) | undefined | Promise<(() => void) | undefined>;
}
