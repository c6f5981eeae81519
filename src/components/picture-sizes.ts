/** `sizes` of a card's picture in a grid. */
export const CARD_SIZES = '(min-width:64em) 22vw,(min-width:48em) 31vw,46vw';

/** `sizes` of a banner's picture: full width under its text, or half the width next to it. */
export const bannerSizes = (isWide: boolean): string => (isWide ? '100vw' : '(min-width:48em) 50vw,100vw');
