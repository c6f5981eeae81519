import type { UseFormRegisterReturn } from 'react-hook-form';
import { MAX_TEXT } from '#lib/contract/limits.ts';
import { type UndefinedUntilTouched, useUndefinedUntilTouched } from './useUndefinedUntilTouched.ts';

interface Props {
  field: (options: UndefinedUntilTouched) => UseFormRegisterReturn & { error: string | undefined };
}

/** The free-text reason, required for "Other". */
export function CancelReasonText({ field }: Props) {
  const { error, ...box } = field(useUndefinedUntilTouched());
  return (
    <div className="field">
      <label htmlFor="cancel-words">Your reason</label>
      <textarea
        id="cancel-words"
        rows={3}
        maxLength={MAX_TEXT}
        {...box}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? 'cancel-words-note' : undefined}
      />
      {error && (
        <p id="cancel-words-note" className="error">
          {error}
        </p>
      )}
    </div>
  );
}
