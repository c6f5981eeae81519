/** How an independent store may write its replies: the specification leaves it open. All off: as the specification names them. */
export interface Shapes {
  /** No `success` in any reply that succeeds. */
  withoutSuccess?: boolean;
  /** 204 without a body where no data is needed. */
  empty?: boolean;
  /** Where a list is: in `data`, in `data.data` with the page fields beside it, in `products`, or the whole body. */
  lists?: 'data' | 'nested' | 'products' | 'bare';
  /** Whether lists say how many pages there are: numbers, texts, not at all; or the store knows no pages and sends all the same. */
  pages?: 'numbers' | 'texts' | 'none' | 'ignored';
  /** Numbers are texts, and prices numbers; booleans 0 and 1. */
  otherTypes?: boolean;
  /** Prices with separators and dates without a zone. */
  localised?: boolean;
  /** Fields of a product that are left out. */
  without?: readonly string[];
  /** `order_id` of a checkout. */
  orderId?: 'number' | 'text' | 'list' | 'none';
  /** The cart stays after a checkout. */
  keepsCart?: boolean;
  /** No customer in the replies of a checkout and of sign-ins of new numbers. */
  withoutCustomer?: boolean;
  /** The wishlist has products in place of entries. */
  plainWishes?: boolean;
  /** Errors are texts, with the names of the forms. */
  formErrors?: boolean;
  /** Name of the header with the application key; the only header of its own that the store allows. */
  keyHeader?: string;
}

const isPrice = (name: string): boolean => /price|amount|mrp|discount/.test(name);

/** Rewrites the values of a reply by its shapes. */
export function reshape(value: unknown, shapes: Shapes, name = ''): unknown {
  if (Array.isArray(value)) return value.map((row) => reshape(row, shapes, name));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([field, one]) => [field, reshape(one, shapes, field)]));
  if (shapes.localised && typeof value === 'string' && isPrice(name)) return Number(value).toLocaleString('en-IN');
  if (shapes.localised && name === 'order_date') return String(value).slice(0, 19).replace('T', ' ');
  if (!shapes.otherTypes || name === 'success') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (isPrice(name) && typeof value === 'string') return Number(value);
  if (typeof value === 'number') return String(value);
  return /phone|pincode|otp/.test(name) && typeof value === 'string' && value !== '' ? Number(value) : value;
}
