interface Props {
  terms: readonly string[];
  /** In one scrolling row, to leave room for suggestions. */
  isCompact: boolean;
  choose: (term: string) => void;
}

export function SuggestedTerms({ terms, isCompact, choose }: Props) {
  return (
    <ul className={isCompact ? 'cluster terms' : 'cluster'}>
      {terms.map((term) => (
        <li key={term}>
          <button type="button" className="chip" onClick={() => choose(term)}>
            {term}
          </button>
        </li>
      ))}
    </ul>
  );
}
