import { countProductsWithFact, readFilterFacts, replaceFilterFacts } from '#api/services/catalogue/filter-facts.ts';
import { formatCount, formatTable, green, type OutputOptions, print } from '#cli/output/print.ts';
import { UsageError } from '#cli/process/command.ts';
import { changeStore, withStore } from '#cli/store/open-store.ts';
import { MAX_FILTER_FACTS } from '#lib/contract/limits.ts';
import { foldName } from '#lib/rules/text.ts';

/** A fact by which shoppers filter, with the products on sale that have it. */
interface FilterFact {
  name: string;
  products: number;
}

const describe = (facts: readonly FilterFact[]): string =>
  formatTable(
    facts.map(({ name, products }) => ({ fact: name, has: formatCount(products, 'product') })),
    [],
    'Shoppers filter by no facts of products.',
  );

const readFacts = () =>
  withStore(async (db) => {
    const facts: FilterFact[] = [];
    for (const name of await readFilterFacts(db)) facts.push({ name, products: await countProductsWithFact(db, name) });
    return facts;
  });

/** Shows the facts by which shoppers filter. */
export async function showFilterFacts(flags: OutputOptions): Promise<void> {
  print(await readFacts(), flags, describe);
}

/** The names of a list such as "Fabric,Fit", each once. Throws a `UsageError` when there are none, too many, or one cannot be a name. */
function parseNames(list: string): string[] {
  const names = list.split(',').map((name) => name.trim());
  const byFolded = new Map(names.filter(Boolean).map((name) => [foldName(name), name]));
  if (byFolded.size === 0) throw new UsageError('Name at least one fact, or use "store filters clear"');
  if (byFolded.size > MAX_FILTER_FACTS)
    throw new UsageError(`Shoppers can filter by ${MAX_FILTER_FACTS} facts, but ${byFolded.size} are named`);
  const wrong = names.find((name) => name.includes(':'));
  if (wrong) throw new UsageError(`"${wrong}" is no name of a fact: it has a colon`);
  return [...byFolded.values()];
}

/** Replaces the facts by which shoppers filter. */
export async function changeFilterFacts(list: string, flags: OutputOptions): Promise<void> {
  const names = parseNames(list);
  await changeStore((tx) => replaceFilterFacts(tx, names));
  print(await readFacts(), flags, (facts) => [green('Saved.'), describe(facts)].join('\n'));
}

/** Lets shoppers filter by no facts. */
export async function clearFilterFacts(flags: OutputOptions): Promise<void> {
  await changeStore((tx) => replaceFilterFacts(tx, []));
  print([], flags, () => `${green('Saved.')} ${describe([])}`);
}
