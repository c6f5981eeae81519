import type { Session } from './auth.ts';
import type { CartItem } from './cart.ts';
import type { CheckoutBody } from './checkout.ts';
import type { PaymentMethod } from './fields.ts';
import type { HomeSection, PartialStoreInfo } from './store.ts';
import type { WishlistEntry } from './wishlist.ts';

/** The one local-storage key of specification 9, and the version of its format. A saved state of another version is dropped. */
export const SAVED_STATE_KEY = 'haat';
export const SAVED_STATE_VERSION = 1;

/** A signed-in customer, or a registration whose email is not verified yet: that one has no token. */
export type User = Pick<Session, 'token' | 'customer' | 'email_verification_token'>;

export type CheckoutStep = 'mobile' | 'code' | 'details' | 'address' | 'review';

/** A product page visited on this device. Prices are left out: they may have changed since. */
export interface ViewedProduct {
  slug: string;
  name: string;
  /** URL of a thumbnail; '' when there is none. */
  picture: string;
}

interface Slices {
  auth: {
    user: User | null;
    isAuthenticated: boolean;
    /** A registration or checkout code has been sent. */
    sent: boolean;
    /** A login code has been sent. */
    loginSent: boolean;
    verified: boolean;
  };
  cart: {
    cartItems: readonly CartItem[];
    /** The lines are those of the customer's cart on the server; false while they are a guest's. */
    merged: boolean;
  };
  wishlist: { entries: readonly WishlistEntry[] };
  checkout: {
    success: boolean;
    /** The store's message about the order that was placed. */
    message: string | string[] | null;
    /** The orders that were placed last. */
    order_id: readonly number[];
    step: CheckoutStep;
    mobile: string;
    /** When the last code was sent, in milliseconds since 1970; 0 when none was. */
    codeSentAt: number;
    /** Form input so far, valid or not; one-time codes are never saved. */
    form: Readonly<Record<string, string>>;
    payment_method: PaymentMethod;
    /** Made when the form opens: one key is one checkout, however often it is sent. */
    idempotencyKey: string;
    /** The checkout that was sent and whose result is unknown. */
    attempt: CheckoutBody | null;
  };
  storeInfo: {
    storeinfo: PartialStoreInfo | null;
    /** When it was loaded, in milliseconds since 1970; 0 when it never was. */
    loadedAt: number;
  };
  homeSections: {
    sections: readonly HomeSection[] | null;
    /** When they were loaded, in milliseconds since 1970; 0 when they never were. */
    loadedAt: number;
  };
  /** Searches on this device, latest first. */
  recentSearches: { terms: readonly string[] };
}

/** A slice that a nanostore persists; an earlier version may have saved fewer fields. */
export type SavedSlice = keyof Slices;

/** The fields of a slice. */
export type SliceFields<Slice extends SavedSlice> = Slices[Slice];

/** The saved state, as parsed from local storage. Every slice and field may be missing. */
export type SavedState = { v: typeof SAVED_STATE_VERSION } & {
  [Slice in SavedSlice]?: { [Field in keyof Slices[Slice]]?: Slices[Slice][Field] | undefined };
} & {
  /** Latest first. Written by the product page's script and not by a nanostore. */
  recentlyViewed?: ViewedProduct[];
};
