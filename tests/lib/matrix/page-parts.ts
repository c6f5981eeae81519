import { failure } from '#lib/contract/messages/failures.ts';

/** Each part of a page whose call may fail while the page renders, its default message, and the content that must remain. */
export const pageParts: { part: string; page: string; path: RegExp; words: string; stands: string }[] = [
  { part: 'home sections', page: '/', path: /^\/home-page-sections/, words: failure.homeSections, stands: 'Shop by category' },
  { part: 'new arrivals', page: '/', path: /^\/new-arrivals/, words: failure.newArrivals, stands: 'New arrivals' },
  { part: 'the product list', page: '/shop', path: /^\/get-products/, words: failure.products, stands: 'All products' },
  { part: 'variations', page: '/shop', path: /^\/subcategory-variations/, words: failure.products, stands: 'All products' },
  {
    part: 'related products',
    page: '/products/plain-tee',
    path: /^\/get-products/,
    words: failure.products,
    stands: 'Plain Tee',
  },
];
