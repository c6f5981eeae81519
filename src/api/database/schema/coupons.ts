import type { Generated } from 'kysely';

export interface CouponTable {
  id: Generated<number>;
  /** Upper case. */
  code: string;
  kind: 'percent' | 'amount';
  /** Whole percent, or paise. */
  value: number;
  /** Minimum cart total in paise; 0 for none. */
  minimum: number;
  /** Maximum uses in total; null for unlimited. */
  max_uses: number | null;
  /** Maximum uses per customer; null for unlimited. */
  max_uses_each: number | null;
  /** Uses in total, without those of cancelled checkouts. */
  uses: number;
  /** 1 if every shopper is offered it. */
  is_public: Generated<number>;
  starts_at: string | null;
  ends_at: string | null;
  created_at: string;
}

/** Use of a coupon by one checkout; released once, when every order of that checkout is cancelled. */
export interface CouponUseTable {
  checkout_id: number;
  coupon_id: number;
  customer_id: number;
  used_at: string;
  returned_at: string | null;
}
