import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False on the server and in the first render, true from then on: what depends on the saved state is drawn only when true. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
