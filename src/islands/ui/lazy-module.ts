import { type ComponentType, lazy } from 'react';
import { loadModule } from '#lib/client/load-module.ts';

/**
 * Like React's `lazy`, and calls `leave`, which must load a page, when the module cannot be loaded: React would remove the whole island,
 * and no retry on this page can succeed (see `loadModule`).
 */
export const lazyModule = <Props>(load: () => Promise<{ default: ComponentType<Props> }>, leave: () => void) =>
  lazy<ComponentType<Props>>(() =>
    loadModule(load).catch((error: unknown) => {
      console.warn('A part of the page could not be loaded', error);
      leave();
      return new Promise<never>(() => undefined);
    }),
  );
