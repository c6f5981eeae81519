import type { Logger } from 'pino';
import type { ProviderSettings, ProviderValues, ProviderWarning } from '#api/services/provider-settings.ts';

/** One variant of an order: what one unit costs and weighs, and how many there are. */
export interface ShippingRequestLine {
  /** Id of the variant in the shop. */
  variant: number;
  /** Null if the owner's files have none. */
  sku: string | null;
  quantity: number;
  /** Of one unit, in paise. */
  price: number;
  /** Of one unit, in grams; null if it is unknown. */
  grams: number | null;
}

/** What a rule is asked about. */
export interface ShippingRequest {
  /** Six digits. */
  pincode: string;
  /** The State of the pincode, such as "Karnataka"; undefined if it is unknown. */
  state: string | undefined;
  /** In ascending order of variants; empty when only the place is asked about. */
  lines: readonly ShippingRequestLine[];
}

/** What shipping these lines to that pincode costs and takes. Amounts are whole paise. */
export interface ShippingReply {
  /** Once per checkout. */
  charge: number;
  /** Items total before a coupon from which shipping is free; it never is if it is left out. */
  freeFrom?: number | undefined;
  /** Working days from dispatch to delivery; left out where they are unknown. The shop adds its cut-off hour and closed days. */
  days?: { from: number; to: number } | undefined;
  /** Cash on delivery: its fee, none if left out, and the highest items total for it, none if left out. Null where it is not available. */
  cod: { fee?: number | undefined; max?: number | undefined } | null;
}

/** The most that a rule charges, wherever an order goes: pages are the same for every shopper and say "up to". Whole paise. */
export interface HighestShipping {
  charge: number;
  /** Items total from which shipping is free in every answer; left out if there is none. */
  freeFrom?: number | undefined;
  /** Fee for cash on delivery; none if left out. */
  codFee?: number | undefined;
}

/** Says what shipping costs. The zones and the charge of the shop itself are one, and so are the rules of extensions. */
export interface ShippingRule {
  /**
   * Answers for one pincode and lines; null where the place is not served. Asked when a shopper sees what delivery costs, before a checkout and
   * before its change to cash on delivery, never inside a transaction. The shop keeps an answer of an extension for some minutes and uses it for
   * all of these, so the same question should have the same answer.
   *
   * An extension has `SHIPPING_RULE_TIMEOUT_MS`, then `signal` aborts. When it throws, takes longer, or answers something else than this
   * interface says or more than its highest charges, the shop charges by its own zones, or its own charge where it has none.
   */
  quote: (request: ShippingRequest, signal: AbortSignal) => Promise<ShippingReply | null>;
}

/** A shipping rule that a shop can be set up with. Commands read all but `connect`. */
export interface ShippingRuleModule {
  /** Lower-case name, in logs, metrics and `store doctor`. */
  readonly name: string;
  /** A value of the first turns the rule on. Without settings it is always on. */
  readonly settings?: ProviderSettings;
  /** The most that the rule charges with these values of its settings. An answer above it counts as a failure. */
  readonly highest: (values: ProviderValues) => HighestShipping;
  /** Finds what keeps the rule from answering as it should, such as a test key. Called by `store doctor` in production. */
  readonly findWarnings?: (values: ProviderValues) => ProviderWarning[];
  /**
   * Makes the rule of a shop from valid values. Called when the shop first asks, within the time of that question, and again if it has failed.
   */
  readonly connect: (values: ProviderValues, log: Logger) => Promise<ShippingRule>;
}

/** The rule of a shop, with the values of its settings. */
export interface ChosenRule {
  rule: ShippingRuleModule;
  values: ProviderValues;
  highest: HighestShipping;
}
