/** Text that spreadsheets run as a formula (CSV injection), after any number of apostrophes. */
const formula = /^'*[=+\-@\t\r]/;
const escaped = /^'+[=+\-@\t\r]/;

/** Escapes a CSV cell with a leading apostrophe, so that spreadsheets do not run it as a formula. */
export const escapeFormula = (cell: string): string => (formula.test(cell) ? `'${cell}` : cell);

/** Reverses `escapeFormula`; other cells with a leading apostrophe are unchanged. */
export const unescapeFormula = (cell: string): string => (escaped.test(cell) ? cell.slice(1) : cell);
