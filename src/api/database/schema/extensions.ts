/** A job of `shop.config.ts`. */
export interface ExtensionJobTable {
  name: string;
  /** Earliest start of the next run. */
  due_at: string;
  /** When the claim of the process that runs it expires; null while none does. */
  claimed_until: string | null;
  ended_at: string | null;
  /** End of the last run, if that failed. */
  failed_at: string | null;
  last_error: string | null;
}

export interface ExtensionValueTable {
  /** The part of `shop.config.ts` that keeps it, such as `job rates`. */
  owner: string;
  key: string;
  /** JSON. */
  value: string;
  updated_at: string;
}

/** What a payment provider or a component of `shop.config.ts` has failed in, and how often. */
export interface ExtensionFailureTable {
  /** The provider, or the place of the component, such as `slot footer`. */
  name: string;
  operation: string;
  failures: number;
  last_error: string;
  first_at: string;
  last_at: string;
}
