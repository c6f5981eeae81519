import { type Db, engineOf } from '#api/database/schema/engine.ts';
import { getCurrentColumns, waitForColumns } from '#api/services/columns/current-columns.ts';
import { readSubCategoryNames } from '#api/services/filters/find-sub-categories.ts';
import { searchCatalogue } from './search.ts';

/**
 * Starts to load the columns of a store that opens. On PostgreSQL, in a catalogue whose columns are kept in a file, also makes one search, so that the
 * first one of a shopper finds open connections whose caches are filled. That took up to 70 ms.
 */
export async function warmUpSearch(db: Db): Promise<void> {
  const isRemote = engineOf(db) === 'postgres';
  if (isRemote) await waitForColumns(db);
  if (!(await getCurrentColumns(db)) || !isRemote) return;
  const [category] = await readSubCategoryNames(db);
  if (category) await searchCatalogue(db, category.name);
}
