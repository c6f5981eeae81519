/** Fetches the script of the menus when something first opens. Listens in the capture phase, because toggle events do not bubble. */
document.addEventListener(
  'toggle',
  ({ target }) => {
    import('./follow-toggles.client.ts')
      .then(({ followToggle }) => followToggle(target as HTMLDetailsElement))
      .catch(console.warn);
  },
  true,
);
