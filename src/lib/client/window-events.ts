/** Events on `window` by which inline scripts, scripts of static components and islands notify each other. */
export type WindowEventName =
  /** Pictures were added to the page. */
  | 'pictures'
  /** The session changed: sign-in, sign-out, changed details. */
  | 'session'
  | 'wishlist'
  /** An island was hydrated: the others hydrate too. */
  | 'island:hydrated';

export const dispatchWindowEvent = (name: WindowEventName): boolean => dispatchEvent(new Event(name));

export const onWindowEvent = (name: WindowEventName, listener: (event: Event) => void, options?: AddEventListenerOptions): void =>
  addEventListener(name, listener, options);
