import cartCount from './cart-count.js?raw';
import savedState from './saved-state.js?raw';

const compact = (code: string): string => code.replace(/\n\s*/g, '\n').trim();

/** Runs in the head: says on <html> whether a customer is signed in, and turns away who may not see the page. */
export const savedStateScript = compact(savedState);

/** Runs right after the header: puts the number of units in the cart into it. */
export const cartCountScript = compact(cartCount);
