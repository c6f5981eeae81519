/** Copies text to the clipboard; falls back to a hidden field on pages without https, which have no clipboard API. Restores the focus. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const focused = document.activeElement;
    const field = Object.assign(document.createElement('textarea'), { value: text, readOnly: true });
    // Inside an open modal, because the rest of the page is inert.
    (focused?.closest('[role=dialog]') ?? document.body).append(field);
    field.select();
    const copied = document.execCommand('copy');
    field.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
    return copied;
  }
}
