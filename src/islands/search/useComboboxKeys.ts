import { type KeyboardEvent, useEffect, useState } from 'react';
import type { SearchOption } from './listbox-options.ts';

/**
 * Combobox keyboard behaviour (ARIA Authoring Practices): the focus stays in the field, arrow keys cycle through the options and the
 * field, Enter follows the active option.
 */
export function useComboboxKeys(options: SearchOption[]) {
  const [marked, setMarked] = useState<string>();
  const at = options.findIndex(({ id }) => id === marked);

  useEffect(() => {
    if (marked) document.getElementById(marked)?.scrollIntoView({ block: 'nearest' });
  }, [marked]);

  const onKeyDown = (event: KeyboardEvent) => {
    const steps = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (steps !== undefined && options.length > 0) {
      event.preventDefault();
      // One more than the options: the field itself.
      const places = options.length + 1;
      setMarked(options[((at + 1 + steps + places) % places) - 1]?.id);
    } else if (event.key === 'Enter' && options[at]) {
      event.preventDefault();
      document.getElementById(options[at].id)?.click();
    }
  };
  return { marked: options[at]?.id, unmark: () => setMarked(undefined), onKeyDown };
}
