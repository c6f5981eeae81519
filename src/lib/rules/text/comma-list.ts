/**
 * Writes a value for a list that is joined by commas, on the wire or in an address: its own commas become U+201A, which looks the same, so that
 * any client may split the list. "1,000 ml" stays one value.
 */
export const toListItem = (value: string): string => value.replaceAll(',', '‚');

/** The value of an item of such a list. */
export const fromListItem = (item: string): string => item.replaceAll('‚', ',');
