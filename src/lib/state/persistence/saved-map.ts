import { type MapStore, map, onNotify } from 'nanostores';
import type * as z from 'zod/mini';
import type { SavedSlice, SavedState, SliceFields } from '#lib/contract/saved-state.ts';
import { isExternal } from './change-origin.ts';
import { changeSaved, encode, getKnown, registerSaved, type SavedFields } from './saved-state.ts';

/**
 * A store whose fields named in `schema` are saved and synced across tabs, apart from those `ofTab`, which are saved only; the others start at
 * `initial` on every page. On a server, and in the first render in a browser (`ssr: 'initial'`), it holds `initial`.
 */
export function createSavedMap<Slice extends SavedSlice, T extends SliceFields<Slice>>(
  slice: Slice,
  initial: T,
  schema: z.ZodMiniType<NonNullable<SavedState[Slice]>>,
  ofTab: readonly (keyof SliceFields<Slice> & string)[] = [],
): MapStore<T> {
  const $store = map<T>(initial);
  if (import.meta.env.SSR) return $store;
  const pickSaved = (value: T) => schema.safeParse(value).data as SavedFields;
  const blank = pickSaved(initial);
  let parsed: { from?: unknown; fields?: SavedFields } = {};
  const read = ({ [slice]: from }: SavedState): SavedFields | undefined => {
    if (from === parsed.from) return parsed.fields;
    const { data, error } = schema.safeParse(from);
    parsed = { from, ...(from !== undefined && data && { fields: { ...blank, ...(data as SavedFields) } }) };
    if (from !== undefined && error) console.warn(`The saved ${slice} cannot be read and is dropped`, error.issues);
    return parsed.fields;
  };
  const differing = (next: SavedFields, from: SavedFields) =>
    Object.entries(next).filter(([field, value]) => encode(value) !== encode(from[field]));

  let isRestored = false;
  registerSaved(slice, {
    read,
    current: () => pickSaved($store.get()),
    show: (state) => {
      const own: readonly string[] = isRestored ? ofTab : [];
      const changed = differing(read(state) ?? {}, pickSaved($store.get())).filter(([field]) => !own.includes(field));
      isRestored = true;
      if (changed.length > 0) $store.set({ ...$store.get(), ...Object.fromEntries(changed) });
    },
    clear: () => $store.set({ ...initial }),
    ofTab,
  });
  onNotify($store, ({ oldValue }) => {
    if (isExternal()) return;
    const value = $store.get();
    const unsaved = differing(pickSaved(value), read(getKnown()) ?? {});
    const changed = unsaved.filter(([field]) => value[field as keyof T] !== oldValue?.[field as keyof T]);
    if (changed.length > 0) changeSaved(slice, () => Object.fromEntries(changed));
  });
  return $store;
}
