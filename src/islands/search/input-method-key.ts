/** Key code of a key that an input method handles. */
const PROCESS_KEY = 229;

/** Whether a key belongs to an input method. In Safari, the one that ends a composition comes after it. */
export const isInputMethodKey = ({ isComposing, keyCode }: KeyboardEvent): boolean => isComposing || keyCode === PROCESS_KEY;
