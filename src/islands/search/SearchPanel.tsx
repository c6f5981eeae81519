import { useStore } from '@nanostores/react';
import { Search, X } from 'lucide-react';
import { type SubmitEvent, useEffect, useRef } from 'react';
import { MAX_SEARCH, SEARCH_CLOSE_MS } from '#lib/contract/limits.ts';
import { $search, beginSearch, clearSearch, setSearchText, suggestedTerms } from '#lib/state/search.ts';
import './search-panel.css';

const PANEL = 'search-panel';

/**
 * The header's search. Button, panel and form are plain HTML (a popover with a GET form) and work before any script; the island adds
 * the suggested terms, the clearing and the closing animation.
 */
export default function SearchPanel() {
  const { text, searchLoading } = useStore($search, { ssr: 'initial' });
  const panel = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (field.current?.value) setSearchText(field.current.value);
    const onReturn = (event: PageTransitionEvent) => {
      if (event.persisted) panel.current?.hidePopover();
    };
    addEventListener('pageshow', onReturn);
    return () => removeEventListener('pageshow', onReturn);
  }, []);

  const closeSlowly = () => {
    panel.current?.classList.add('closing');
    setTimeout(() => panel.current?.hidePopover(), SEARCH_CLOSE_MS);
  };
  const toggled = (open: boolean) => {
    if (open) return;
    panel.current?.classList.remove('closing');
    clearSearch();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const results = beginSearch();
    if (results) location.assign(results);
  };

  return (
    <>
      <button type="button" className="icon-button" popoverTarget={PANEL} aria-label="Search" data-native="">
        <Search aria-hidden size={22} />
      </button>
      <div
        id={PANEL}
        popover="auto"
        className="search-panel"
        ref={panel}
        onToggle={(event) => toggled(event.newState === 'open')}
      >
        <search>
          <form action="/shop" onSubmit={submit}>
            <div className="search-row">
              <input
                ref={field}
                type="search"
                name="search"
                aria-label="Search"
                placeholder="Search for products, brands, categories..."
                maxLength={MAX_SEARCH}
                autoComplete="off"
                autoFocus
                value={text}
                disabled={searchLoading}
                onChange={(event) => setSearchText(event.target.value)}
              />
              {searchLoading && <span className="spinner" role="status" aria-label="Searching" />}
              <button type="submit" className="icon-button" aria-label="Search" disabled={searchLoading} data-native="">
                <Search aria-hidden size={22} />
              </button>
              <button type="button" className="icon-button" aria-label="Close search" onClick={closeSlowly}>
                <X aria-hidden size={22} />
              </button>
            </div>
            <p>Suggested Search Terms</p>
            <ul className="cluster">
              {suggestedTerms.map((term) => (
                <li key={term}>
                  <button
                    type="button"
                    className="chip"
                    onClick={() => {
                      setSearchText(term);
                      field.current?.focus();
                    }}
                  >
                    {term}
                  </button>
                </li>
              ))}
            </ul>
          </form>
        </search>
      </div>
    </>
  );
}
