import { Columns } from '#api/services/import/read/match-columns.ts';
import type { Format } from './format.ts';

/** A Shopify product export of any year, this shop's own export, and every sheet with their column names. */
export const shopify: Format = {
  name: 'a Shopify product export',
  recognises: (names) => new Columns([...names]).missing().length === 0,
  open(header) {
    const columns = new Columns(header);
    return {
      unread: () => columns.unread(),
      absent: () => columns.absent(),
      mapped: () => columns.mapped(),
      read: ({ line, cells }) => [{ line, cells: columns.read(cells), columns: columns.ofRow(cells) }],
    };
  },
};
