import type { CartItem } from './cart.ts';
import type { CheckoutBody, Notified } from './checkout.ts';
import type { Coupon } from './coupons.ts';
import type { Session } from './customer.ts';
import type { PaymentMethod, PaymentOption } from './payment-methods.ts';
import type { HomeSection, PartialStoreInfo } from './store.ts';
import type { WishlistEntry } from './wishlist.ts';

/** The specified local-storage key, and the version of its format. A saved state of another version is discarded. */
export const SAVED_STATE_KEY = 'haat';
export const SAVED_STATE_VERSION = 1;

/** The local-storage key of the sign-outs that the store has not heard of. */
export const PENDING_SIGN_OUTS_KEY = 'haat-sign-outs';

/** The local-storage key of the font file that this device has: a phone shows the theme's font from then on. */
export const FONT_KEY = 'haat-font';

/** The local-storage key of the answer whether visits may be measured, with its time and the question. It stays over a sign-out. */
export const CONSENT_KEY = 'haat-consent';

/** The local-storage key of the orders that analytics know already. */
export const REPORTED_ORDERS_KEY = 'haat-reported-orders';

/** A signed-in customer, or a registration whose email is not verified yet; the latter has no token. */
export type User = Pick<Session, 'token' | 'customer' | 'email_verification_token'>;

export type CheckoutStep = 'mobile' | 'code' | 'address' | 'review';

/** A product page visited on this device. Has no price, because prices change. */
export interface ViewedProduct {
  /** Left out by earlier versions. */
  id?: number;
  slug: string;
  name: string;
  /** URL of a thumbnail; '' if there is none. */
  picture: string;
}

/** A product that a guest has saved on this device. Has no price, because prices change. */
export interface GuestWish extends ViewedProduct {
  product_id: number;
  retailer_product_id?: number | undefined;
}

interface Slices {
  auth: {
    user: User | null;
    isAuthenticated: boolean;
    /** A registration or checkout code has been sent. */
    sent: boolean;
    loginSent: boolean;
    verified: boolean;
  };
  cart: {
    cartItems: readonly CartItem[];
    /** True if the items are from the customer's cart on the server, false for a guest's cart. */
    merged: boolean;
  };
  wishlist: {
    entries: readonly WishlistEntry[];
    /** What a guest has saved, newest first; after a sign-in, what the store has not taken yet. */
    guestWishes: readonly GuestWish[];
  };
  checkout: {
    success: boolean;
    message: string | string[] | null;
    order_id: readonly number[];
    /** How the customer is told about these orders; null where the store did not say. */
    notified: Notified | null;
    /** Phone number of the customer whose checkout this is; '' for a guest's. */
    customer: string;
    /** The step that the shopper has asked for; `resolveStep` tells the one to show. */
    step: CheckoutStep;
    mobile: string;
    /** When the last code was sent to `mobile`, in milliseconds since 1970; 0 if none was. */
    codeSentAt: number;
    /** The email address that it was mailed to instead; '' for a text to `mobile`. */
    codeEmail: string;
    /** Form input, valid or not. Excludes one-time codes. */
    form: Readonly<Record<string, string>>;
    payment_method: PaymentMethod;
    /** The payment option that the shopper has chosen; '' before they choose. */
    payment_option: PaymentOption | '';
    /** Id of the payment that the latest checkout waits for; '' for none. */
    payment_id: string;
    /** Created when the form opens; retries of the checkout reuse it. */
    idempotencyKey: string;
    /** A checkout whose result is unknown, to be retried. */
    attempt: CheckoutBody | null;
    /** Ids of the customer's orders before the attempt, at a store that may not know the key; null where they are not known. */
    ordersBefore: readonly number[] | null;
    discount: Coupon | null;
    /** A coupon code that a guest has entered, applied after the sign-in; '' for none. */
    couponCode: string;
    /** Why a coupon was removed or not applied; null when there is nothing to say. */
    discountNotice: string | null;
  };
  storeInfo: {
    storeinfo: PartialStoreInfo | null;
    /** When it was loaded, in milliseconds since 1970; 0 if never. */
    loadedAt: number;
  };
  homeSections: {
    sections: readonly HomeSection[] | null;
    /** When they were loaded, in milliseconds since 1970; 0 if never. */
    loadedAt: number;
  };
  /** Searches on this device, newest first. */
  recentSearches: { terms: readonly string[] };
  /** The last pincode that a product page found; both fields are '' if there was none. */
  delivery: {
    pincode: string;
    /** City and state, such as "Kochi, Kerala". */
    place: string;
  };
}

/** A slice that a nanostore persists. Earlier versions may have saved fewer fields. */
export type SavedSlice = keyof Slices;

export type SliceFields<Slice extends SavedSlice> = Slices[Slice];

/** The saved state, as parsed from local storage. Every slice and field may be missing. */
export type SavedState = { v: typeof SAVED_STATE_VERSION } & {
  [Slice in SavedSlice]?: { [Field in keyof Slices[Slice]]?: Slices[Slice][Field] | undefined } & {
    /** When each part changed, in milliseconds since 1970 (`state/persistence/shared-map.ts`). Earlier versions saved none. */
    times?: Readonly<Record<string, number>>;
  };
} & {
  /** When what is saved began: the first change, or the sign-out before it, in milliseconds since 1970. A later one replaces all of it. */
  era?: number;
  /** Newest first. Written by the product page's script, not by a nanostore. */
  recentlyViewed?: ViewedProduct[];
};
