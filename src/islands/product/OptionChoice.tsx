import type { ReactNode } from 'react';
import { Swatch } from '#islands/ui/Swatch.tsx';
import { t } from '#lib/contract/text/t.ts';
import { isColourName } from '#lib/rules/product/colour-names.ts';
import type { Choice } from '#lib/rules/product/options.ts';
import { SOLD_OUT } from '#lib/rules/product/stock-notes.ts';
import './OptionChoice.css';

/** More choices are a list that opens. */
const MAX_CHIPS = 40;

interface OptionFieldProps {
  /** Name of the option, such as "Size". */
  heading: string;
  field: string;
  /** The chosen value, which is said in the legend of colours; '' for none. */
  chosen?: string;
  /** The size guide, beside the legend. */
  guide: ReactNode;
  /** The error when the shopper pressed the button without a choice; one that is said elsewhere has only its id. */
  error?: string | undefined;
  errorId?: string | undefined;
  children: ReactNode;
}

/** The choices of one option under its name. */
export function OptionField({ heading, field, chosen, guide, error, errorId, children }: OptionFieldProps) {
  return (
    <fieldset className="sizes" aria-describedby={error ? `${field}-prompt` : errorId}>
      {isColourName(heading) ? (
        <legend>
          <span>{heading}</span>
          <span>{chosen && `: ${chosen}`}</span>
        </legend>
      ) : (
        <legend>{heading}</legend>
      )}
      {guide}
      {error && (
        <p className="error" id={`${field}-prompt`} role="alert">
          {error}
        </p>
      )}
      {children}
    </fieldset>
  );
}

interface Props extends Omit<OptionFieldProps, 'children'> {
  choices: readonly Choice[];
  chosen: string;
  choose: (value: string) => void;
  /** Whether it is said elsewhere that all is sold out. */
  isQuiet?: boolean;
  /** Whether what is sold out can be chosen too, to wait for it. */
  canWait?: boolean;
  /** The picture of a value, of a colour whose name is not known. */
  pictureOf: (value: string) => string | undefined;
}

/** The choices of one option as radio buttons. Those that are sold out can be chosen too, to wait for them; those that
 * the other choices exclude are marked. */
export function OptionChoice({ choices, choose, pictureOf, isQuiet = false, canWait = false, ...shared }: Props) {
  const { heading, field, chosen } = shared;
  const note = ({ isSoldOut, isUnavailable }: Choice) => {
    if (isSoldOut) return SOLD_OUT;
    return isUnavailable ? t('Unavailable') : undefined;
  };
  return (
    <OptionField {...shared}>
      {choices.length > MAX_CHIPS ? (
        <select name={field} aria-label={heading} value={chosen} onChange={({ target }) => choose(target.value)}>
          <option value="">{t('Choose')}</option>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value} disabled={choice.isSoldOut && !canWait}>
              {note(choice) ? `${choice.value} (${note(choice)})` : choice.value}
            </option>
          ))}
        </select>
      ) : (
        <div className="cluster">
          {choices.map((choice) => (
            <label
              key={choice.value}
              className={`chip size${choice.isSoldOut ? ' size-sold-out' : choice.isUnavailable ? ' unavailable' : ''}`}
            >
              <input
                type="radio"
                name={field}
                value={choice.value}
                disabled={choice.isSoldOut && !canWait}
                checked={choice.value === chosen}
                onChange={() => choose(choice.value)}
              />
              {isColourName(heading) && <Swatch name={choice.value} picture={pictureOf(choice.value)} />}
              <span>{choice.value}</span>
              {choice.isSoldOut ? (
                <small className={isQuiet ? 'visually-hidden' : undefined}>{SOLD_OUT}</small>
              ) : (
                choice.isUnavailable && <small className="visually-hidden">{note(choice)}</small>
              )}
            </label>
          ))}
        </div>
      )}
    </OptionField>
  );
}
