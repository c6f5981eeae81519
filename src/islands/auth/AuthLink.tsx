import type { ReactNode } from 'react';
import { useHydrated } from '#islands/ui/useHydrated.ts';
import { authPath } from '#lib/state/auth/redirect.ts';

/** A link to another account entry page, which keeps in mind where the shopper was going. */
export function AuthLink({ to, children }: { to: string; children: ReactNode }) {
  const known = useHydrated();
  return <a href={known ? authPath(to) : to}>{children}</a>;
}
