/** Whether a button submits its form. */
export const isSubmit = (target: HTMLElement): target is HTMLButtonElement =>
  target instanceof HTMLButtonElement && target.type === 'submit';

/** Whether a click works without scripts: it follows a link, opens a `<summary>` or submits a form with an action. */
export const worksNatively = (target: HTMLElement): boolean =>
  target instanceof HTMLButtonElement ? isSubmit(target) && target.form?.hasAttribute('action') === true : true;

/** Shows an error below an island whose scripts could not be loaded: the inline script of the page's head does (inline-scripts/start.js). */
export const reportUnreachable = (detail: Element): boolean => dispatchEvent(new CustomEvent('unreachable', { detail }));

/** Removes that error. */
export const removeError = (): void => document.querySelector('.unreachable')?.remove();
