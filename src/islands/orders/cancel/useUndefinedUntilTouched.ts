import { useRef } from 'react';

export interface UndefinedUntilTouched {
  setValueAs: (value: string) => string | undefined;
  onChange: (event: { target: { value: string } }) => void;
}

/**
 * Register options that make a field's value undefined until first changed and '' when cleared again: each has
 * a specified message. Calls `changed` with each new value.
 */
export function useUndefinedUntilTouched(changed?: (value: string) => void): UndefinedUntilTouched {
  const touched = useRef(false);
  return {
    setValueAs: (value) => (value || touched.current ? value : undefined),
    onChange: ({ target }) => {
      touched.current = true;
      changed?.(target.value);
    },
  };
}
