/** How much earlier than `pagehide` a call may fail because its page is left, in milliseconds. */
const LEAVING_MS = 100;

let shown: Promise<unknown> | undefined;

if (!import.meta.env.SSR)
  addEventListener('pagehide', () => {
    shown = new Promise((resolve) => addEventListener('pageshow', resolve, { once: true }));
  });

/** Resolves in a moment, or when a page that is being left is shown again: what leaving has cut off has not failed. */
export async function untilShown(): Promise<unknown> {
  await new Promise((resolve) => setTimeout(resolve, LEAVING_MS));
  return shown;
}
