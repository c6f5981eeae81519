/** Specified sizes, thresholds and factors of the page layout. */

/** Categories listed in the header's menu before "More". */
export const CATEGORIES_BEFORE_MORE = 10;

/** Categories of a page of all that are not grouped by their first letters. */
export const CATEGORIES_BEFORE_LETTERS = 24;

/** Choices of a long filter before "Show all". */
export const CHOICES_BEFORE_ALL = 6;

/** Scroll offset at which the header shrinks, in pixels. */
export const HEADER_SHRINK_PX = 60;

/** Visible ratio of a picture's frame at which the picture loads, from 0 to 1. */
export const LAZY_IMAGE_VISIBLE = 0.2;

/** The shortest text in the search field for which products are suggested, in characters. */
export const MIN_SUGGESTION_LENGTH = 2;
