import type { ReactNode } from 'react';
import { useHydrated } from '#islands/hydrated.ts';
import { entryPath } from '#lib/state/entry.ts';

/** A link to another account entry page, which keeps in mind where the shopper was going. */
export function EntryLink({ to, children }: { to: string; children: ReactNode }) {
  const known = useHydrated();
  return <a href={known ? entryPath(to) : to}>{children}</a>;
}
