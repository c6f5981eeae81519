/** What can be printed of orders. */
export const printKinds = ['labels', 'slips', 'pick-list', 'invoices'] as const;
export type PrintKind = (typeof printKinds)[number];

export const printPapers = ['label', 'a4', 'a5'] as const;
export type PrintPaper = (typeof printPapers)[number];
