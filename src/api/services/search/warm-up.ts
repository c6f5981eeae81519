import { type Db, engineOf } from '#api/database/schema/engine.ts';
import { listSubCategories } from '#api/services/catalogue/sub-categories.ts';
import { getCurrentColumns, waitForColumns } from '#api/services/columns/current-columns.ts';
import { searchCatalogue } from './search.ts';

/** Sub-categories whose names are searched for. */
const WARM_UP_SEARCHES = 3;

/**
 * Starts to load the columns of a store that opens. On PostgreSQL, in a catalogue whose columns are kept in a file, then also searches for the
 * names of the first sub-categories, one after another: the matches are cached, and further searches find open connections that have mapped
 * the index. Without it, the first search for a common word among a million products took up to 60 ms longer.
 */
export async function warmUpSearch(db: Db): Promise<void> {
  const isRemote = engineOf(db) === 'postgres';
  if (isRemote) await waitForColumns(db);
  if (!(await getCurrentColumns(db)) || !isRemote) return;
  for (const { name } of (await listSubCategories(db)).slice(0, WARM_UP_SEARCHES)) await searchCatalogue(db, name);
}
