import { popularTerms } from '#lib/rules/popular-terms.ts';

interface Props {
  /** In one scrolling row, to leave room for suggestions. */
  isCompact: boolean;
  choose: (term: string) => void;
}

/** Buttons that fill in a common search term. */
export function SuggestedTerms({ isCompact, choose }: Props) {
  return (
    <ul className={isCompact ? 'cluster terms' : 'cluster'}>
      {popularTerms.map((term) => (
        <li key={term}>
          <button type="button" className="chip" onClick={() => choose(term)}>
            {term}
          </button>
        </li>
      ))}
    </ul>
  );
}
