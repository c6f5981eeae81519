import { type ComponentProps, type FocusEvent, type MouseEvent, useState } from 'react';
import { Sentence } from '#islands/ui/Sentence.tsx';
import { t, tParts } from '#lib/contract/text/t.ts';
import { suggestEmail } from './email-typo.ts';
import { Field } from './Field.tsx';
import '#styles/ui/link.css';

interface Props extends Omit<ComponentProps<typeof Field>, 'label'> {
  /** Sets the field's value when the shopper accepts a suggestion. */
  replace: (email: string) => void;
}

/** An email field that asks about a mistyped domain once it is left; the suggestion can be pressed or ignored. */
export function EmailField({ replace, hint, onBlur, onChange, ...input }: Props) {
  const [suggestion, setSuggestion] = useState<string>();
  const accept = (event: MouseEvent<HTMLButtonElement>, email: string) => {
    replace(email);
    setSuggestion(undefined);
    event.currentTarget.closest('.field')?.querySelector('input')?.focus();
  };
  return (
    <Field
      {...input}
      label={t('Email')}
      type="email"
      inputMode="email"
      hint={
        suggestion ? (
          <span role="status">
            <Sentence
              parts={tParts('Did you mean {email}?', {
                email: (
                  <button type="button" className="link" onClick={(event) => accept(event, suggestion)}>
                    {suggestion}
                  </button>
                ),
              })}
            />
          </span>
        ) : (
          hint
        )
      }
      onBlur={(event: FocusEvent<HTMLInputElement>) => {
        setSuggestion(suggestEmail(event.target.value));
        onBlur?.(event);
      }}
      onChange={(event) => {
        setSuggestion(undefined);
        onChange?.(event);
      }}
    />
  );
}
