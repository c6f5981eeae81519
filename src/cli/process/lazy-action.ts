/** Imports a command's action when the command runs, so that help and other commands do not load it. */
export const lazyAction =
  <Args extends unknown[]>(load: () => Promise<(...args: Args) => Promise<void>>) =>
  async (...args: Args): Promise<void> =>
    (await load())(...args);
