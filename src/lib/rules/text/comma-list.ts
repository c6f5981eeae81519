/** Looks like a comma, and is none: U+201A, a low quotation mark. */
const LOW_COMMA = '‚';

/**
 * Writes a value for a list that is joined by commas, on the wire or in an address: its own commas become marks that look the same, so that
 * any client may split the list. "1,000 ml" stays one value.
 */
export const toListItem = (value: string): string => value.replaceAll(',', LOW_COMMA);

/** The value of an item of such a list. */
export const fromListItem = (item: string): string => item.replaceAll(LOW_COMMA, ',');
