/** A cell as CSV writes it (RFC 4180). */
const cell = (text: string): string => (/[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** One line of a CSV file, with its line break. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`;
