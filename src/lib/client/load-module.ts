/** Resolves once the browser is online. */
const whenOnline = (): Promise<void> =>
  new Promise((resolve) => {
    if (navigator.onLine) resolve();
    else addEventListener('online', () => resolve(), { once: true });
  });

/**
 * Imports a module on demand; while the browser is offline it waits. A module whose request failed cannot be imported again until the page
 * is reloaded: the browser's module map keeps the failure.
 */
export const loadModule = <Module>(load: () => Promise<Module>): Promise<Module> => whenOnline().then(load);
