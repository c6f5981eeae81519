import { readCsv } from '#api/services/import/tables/read-csv.ts';

/** Streams the rows of a file of products, column names included. `onBytes` is called with the size of each chunk read. */
export const readTableRows = readCsv;
