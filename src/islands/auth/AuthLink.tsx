import type { ReactNode } from 'react';
import { useHydrated } from '#islands/ui/useHydrated.ts';
import { authPath } from '#lib/state/auth/redirect-after-sign-in.ts';

/** A link to another sign-in or sign-up page that keeps the redirect target. */
export function AuthLink({ to, children }: { to: string; children: ReactNode }) {
  const hydrated = useHydrated();
  return <a href={hydrated ? authPath(to) : to}>{children}</a>;
}
