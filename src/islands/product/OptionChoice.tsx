import { t } from '#lib/contract/text/t.ts';
import type { Choice } from '#lib/rules/product/options.ts';
import { SOLD_OUT } from '#lib/rules/product/stock-notes.ts';
import './OptionChoice.css';

/** More choices are a list that opens. */
const MAX_CHIPS = 40;

interface Props {
  /** Name of the option, such as "Size". */
  heading: string;
  field: string;
  /** The error when the shopper pressed the button without a choice. */
  error: string | undefined;
  choices: readonly Choice[];
  chosen: string;
  choose: (value: string) => void;
  /** Whether it is said elsewhere that all is sold out. */
  isQuiet: boolean;
}

/**
 * The choices of one option as radio buttons. Those that are sold out can be chosen too, to wait for them; those that the other choices
 * exclude are marked.
 */
export function OptionChoice({ heading, field, error, choices, chosen, choose, isQuiet }: Props) {
  const note = ({ isSoldOut, isUnavailable }: Choice) => {
    if (isSoldOut) return SOLD_OUT;
    return isUnavailable ? t('Unavailable') : undefined;
  };
  return (
    <fieldset className="sizes" aria-describedby={error ? `${field}-prompt` : undefined}>
      <legend>{heading}</legend>
      {error && (
        <p className="error" id={`${field}-prompt`} role="alert">
          {error}
        </p>
      )}
      {choices.length > MAX_CHIPS ? (
        <select name={field} aria-label={heading} value={chosen} onChange={({ target }) => choose(target.value)}>
          <option value="">{t('Choose')}</option>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
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
                checked={choice.value === chosen}
                onChange={() => choose(choice.value)}
              />
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
    </fieldset>
  );
}
