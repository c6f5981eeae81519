/** Whether a button submits its form. */
export const isSubmit = (target: HTMLElement): target is HTMLButtonElement =>
  target instanceof HTMLButtonElement && target.type === 'submit';

/** Whether a click works without scripts: it follows a link, opens a `<summary>` or submits a form with an action. */
const worksNatively = (target: HTMLElement): boolean =>
  target instanceof HTMLButtonElement ? isSubmit(target) && target.form?.hasAttribute('action') === true : true;

/**
 * Chooses what becomes of queued clicks when the scripts of an island cannot be loaded: returns the first target whose click works
 * without them. If there is none, an error with a button that repeats the first click is shown by the inline script of the page's head
 * (start-modules.js).
 */
export function findNativeTarget(queue: readonly HTMLElement[]): HTMLElement | undefined {
  const target = queue.find(worksNatively);
  if (queue[0] && !target) dispatchEvent(new CustomEvent('unreachable', { detail: queue[0] }));
  return target;
}

/** Removes that error. */
export const removeError = (): void => document.querySelector('.unreachable')?.remove();
