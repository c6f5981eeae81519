/** What a spreadsheet would run as a formula (CSV injection), behind any number of apostrophes. */
const formula = /^'*[=+\-@\t\r]/;
const escaped = /^'+[=+\-@\t\r]/;

/** A cell that no spreadsheet takes for a formula: it gets an apostrophe in front, which `unescapeFormula` takes away again. */
export const escapeFormula = (cell: string): string => (formula.test(cell) ? `'${cell}` : cell);

/** The cell as it was before `escapeFormula`; one that begins with an apostrophe for another reason stays. */
export const unescapeFormula = (cell: string): string => (escaped.test(cell) ? cell.slice(1) : cell);
