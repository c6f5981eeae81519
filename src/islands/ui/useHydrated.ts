import { useSyncExternalStore } from 'react';

const subscribeToNothing = () => () => {};

/** False on the server and in the first render, true from then on: what depends on the saved state is drawn only when true. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
