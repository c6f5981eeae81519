import { parseList } from '#api/environment/addresses.ts';
import { type ApiKey, addApiKey, listApiKeys, removeApiKey } from '#api/services/keys/api-keys.ts';
import { dim, formatIndianTime, formatTable, green, type OutputOptions, print } from '#cli/output/print.ts';
import { CommandFailed, UsageError } from '#cli/process/command.ts';
import { changeStore, withStore } from '#cli/store/open-store.ts';
import { type Scope, scopes } from '#lib/contract/programs/scopes.ts';

/** The longest name of a key, in characters. */
const MAX_NAME = 100;

const isScope = (text: string): text is Scope => scopes.some((scope) => scope === text);

/** Parses the list of scopes. Throws a `UsageError` that names unknown ones. */
function readScopes(list: string): Scope[] {
  const names = [...new Set(parseList(list))];
  const unknown = names.filter((name) => !isScope(name));
  if (unknown.length > 0 || names.length === 0)
    throw new UsageError(`There is no scope "${unknown.join(', ')}". Scopes are: ${scopes.join(', ')}`);
  return names.filter(isScope);
}

/** Checks the name, which is printed on one line. Throws a `UsageError`. */
function readName(text: string): string {
  const name = text.replace(/\p{C}+/gu, ' ').trim();
  if (name === '' || name.length > MAX_NAME) throw new UsageError(`A key needs a name of at most ${MAX_NAME} characters`);
  return name;
}

export async function createKey(name: string, { scope, ...flags }: OutputOptions & { scope: string }): Promise<void> {
  const wanted = { name: readName(name), scopes: readScopes(scope) };
  const added = await changeStore((tx) => addApiKey(tx, wanted));
  print(added, flags, () =>
    [
      green(`Key ${added.id} for ${added.name} allows: ${added.scopes.join(', ')}`),
      `The key, which is not shown again: ${added.key}`,
      dim('Programs send it as: authorization: Bearer KEY'),
    ].join('\n'),
  );
}

function describeAll(keys: readonly ApiKey[]): string {
  const cells = keys.map(({ id, name, scopes: allowed, created_at, last_used_at }) => ({
    id: String(id),
    name,
    scopes: allowed.join(', '),
    added: formatIndianTime(created_at),
    'last used': last_used_at ? formatIndianTime(last_used_at) : 'never',
  }));
  return formatTable(cells, ['id'], dim('No keys yet.'));
}

export async function showKeys(flags: OutputOptions): Promise<void> {
  print(await withStore(listApiKeys), flags, describeAll);
}

export async function deleteKey(id: number, flags: OutputOptions): Promise<void> {
  if (!(await changeStore((tx) => removeApiKey(tx, id)))) throw new CommandFailed(`There is no key ${id}`);
  print({ removed: id }, flags, () => green(`Key ${id} is refused from now on.`));
}
