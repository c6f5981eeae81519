let shown: Promise<unknown> | undefined;

if (!import.meta.env.SSR)
  addEventListener('pagehide', () => {
    shown = new Promise((resolve) => addEventListener('pageshow', resolve, { once: true }));
  });

/** Resolves at once, or when a page that is being left is shown again: what leaving has cut off has not failed. */
export const untilShown = async (): Promise<unknown> => shown;
