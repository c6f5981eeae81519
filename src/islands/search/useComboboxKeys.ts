import { type KeyboardEvent, useEffect, useState } from 'react';
import type { SearchOption } from './listbox-options.ts';

/**
 * Combobox keyboard behaviour (ARIA Authoring Practices): the focus stays in the field, arrow keys cycle through the options and the
 * field, Enter follows the active option.
 */
export function useComboboxKeys(options: SearchOption[]) {
  const [activeId, setActiveId] = useState<string>();
  const index = options.findIndex(({ id }) => id === activeId);

  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  const onKeyDown = (event: KeyboardEvent) => {
    const steps = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (steps !== undefined && options.length > 0) {
      event.preventDefault();
      // One more than the options: the field itself.
      const positions = options.length + 1;
      setActiveId(options[((index + 1 + steps + positions) % positions) - 1]?.id);
    } else if (event.key === 'Enter' && options[index]) {
      event.preventDefault();
      document.getElementById(options[index].id)?.click();
    }
  };
  return { activeId: options[index]?.id, clearActive: () => setActiveId(undefined), onKeyDown };
}
