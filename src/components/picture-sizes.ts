/** `sizes` of a card's picture in a grid. */
export const CARD_SIZES = '(min-width:64em) min(22vw,20rem),(min-width:40em) 29vw,45vw';

/** The same in the listing, next to the filters. */
export const LISTING_SIZES = '(min-width:80em) min(17vw,15.4rem),(min-width:64em) 21vw,(min-width:40em) 29vw,45vw';

/** `sizes` of a card's picture in a horizontally scrolling row (styles/ui/row.css). */
export const ROW_SIZES = '(min-width:64em) min(22vw,20rem),(min-width:40em) 27vw,40vw';

/** `sizes` of a category's picture in such a row, and in the grid of all categories (CategoryIndex.css). */
export const TILE_SIZES = '(min-width:64em) min(10.5vw,9.7rem),(min-width:40em) 16vw,40vw';
export const SMALL_TILE_SIZES = '(min-width:40em) 10rem,30vw';

/**
 * `sizes` of a picture in the product's gallery, in frames of this ratio; alone or of several, which have two columns on desktops. See Gallery.css and,
 * for `--view-height`, ProductLayout.css.
 */
export function gallerySizes(ratio: number, several: boolean): string {
  const desktop = several
    ? 'min(27vw,24rem)'
    : `min(53vw,max(${18 * ratio}rem,${100 * ratio}vh - ${(11.5 * ratio).toFixed(1)}rem))`;
  return `(min-width:64em) ${desktop},(min-width:34em) 44vw,${several ? 77 : 82}vw`;
}

/** `sizes` of a banner's picture: full width under its text, or next to it, where half the width is filled by height: 3:2 is then three quarters wide. */
export const bannerSizes = (isWide: boolean): string => (isWide ? '100vw' : '(min-width:48em) 75vw,100vw');
