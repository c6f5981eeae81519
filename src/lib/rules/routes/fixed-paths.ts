/**
 * URLs of pages that are the same whatever they show. Scripts that run first import them from here: they are inlined, while the functions of
 * `paths.ts` would come along.
 */

export const home = '/';
export const categories = '/categories';
export const cart = '/cart';
/** What a guest has saved on this device. */
export const guestWishes = `${cart}#saved`;
export const checkout = '/checkout';
export const orderSuccess = '/order-success';
export const paymentPage = '/payment';
export const signUp = '/signup';
export const forgotPassword = '/forgot-password';
export const resetPassword = '/reset-password';
export const stopAlert = '/stop-alert';
/** Where one order is paid by whoever has its link. */
export const payPage = '/pay';
export const faq = '/faq';
/** The form by which shoppers write to the shop. */
export const contact = `${faq}#contact`;
export const privacyPolicy = '/privacy-policy';
export const termsOfUse = '/terms-use';
export const returns = '/returns';
export const shippingPolicy = '/shipping';
export const notFound = '/404';
export const productNotFound = '/not-found';
export const speculationRules = '/speculation-rules.json';
export const shop = '/shop';
export const productPrefix = '/products/';
/** The sign-in page without a query. */
export const signInPage = '/signin';
