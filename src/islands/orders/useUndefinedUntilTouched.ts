import { useRef } from 'react';

export interface UndefinedUntilTouched {
  setValueAs: (value: string) => string | undefined;
  onChange: (event: { target: { value: string } }) => void;
}

/**
 * Registers a field so that it counts as absent until something was chosen or typed, and as empty when it was emptied again:
 * specification 5 has a message for each. `changed` is told of each new value.
 */
export function useUndefinedUntilTouched(changed?: (value: string) => void): UndefinedUntilTouched {
  const typed = useRef(false);
  return {
    setValueAs: (value) => (value || typed.current ? value : undefined),
    onChange: ({ target }) => {
      typed.current = true;
      changed?.(target.value);
    },
  };
}
