import { useStore } from '@nanostores/react';
import { type KeyboardEvent, type SubmitEvent, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { Sentence } from '#islands/ui/Sentence.tsx';
import { useHydrated } from '#islands/ui/useHydrated.ts';
import { MAX_SEARCH } from '#lib/contract/field-lengths.ts';
import { t, tParts } from '#lib/contract/text/t.ts';
import { popularTerms } from '#lib/rules/popular-terms.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import { SEARCH_CLOSE_MS } from '#lib/site/timings.ts';
import { loadNewest } from '#lib/state/search/newest.ts';
import { $recentSearches, clearRecentSearches, rememberSearch } from '#lib/state/search/recent-searches.ts';
import { $search, clearSearch, setSearchText, startSearch } from '#lib/state/search/search.ts';
import { $suggestions, suggestWhileTyping } from '#lib/state/search/suggestions.ts';
import { buildSearchOptions, type SearchOptionGroup } from './listbox-options.ts';
import { NewestProducts } from './NewestProducts.tsx';
import { SearchListbox } from './SearchListbox.tsx';
import { useComboboxKeys } from './useComboboxKeys.ts';
import './SearchPanel.css';

/** Key code of a key that an input method handles. */
const PROCESS_KEY = 229;

/** Whether a key belongs to an input method. In Safari, the one that ends a composition comes after it. */
const isInputMethodKey = ({ isComposing, keyCode }: globalThis.KeyboardEvent): boolean => isComposing || keyCode === PROCESS_KEY;

const PANEL = 'search-panel';

/** The status text for screen readers when suggestions arrive; the link to all results is none. */
function suggestionCount(text: string, groups: SearchOptionGroup[]): string {
  const count = groups.reduce((sum, { title, options }) => sum + (title ? options.length : 0), 0);
  if (!text.trim() || count === 0) return '';
  return count === 1 ? t('1 suggestion') : t('{count} suggestions', { count });
}

interface Props {
  /** Suggested terms, where they are not the common ones. */
  terms?: readonly string[] | undefined;
}

/**
 * The header's search. Button, panel and form work without scripts (a popover with a GET form); the island adds suggestions, terms,
 * recent searches, the newest products, clearing and the closing animation. The field is there before the later styles, and takes letters.
 */
export default function SearchPanel({ terms = popularTerms }: Props) {
  const { text, searchLoading } = useStore($search, { ssr: 'initial' });
  const suggestions = useStore($suggestions, { ssr: 'initial' });
  const { terms: recent } = useStore($recentSearches, { ssr: 'initial' });
  const groups = buildSearchOptions(text, suggestions, recent);
  const isHydrated = useHydrated();
  const isEmpty = text.trim() === '';
  const hasNoMatch = !isEmpty && suggestions.text === text.trim() && suggestions.products.length === 0;
  const { activeId, clearActive, onKeyDown } = useComboboxKeys(groups.flatMap(({ options }) => options));
  const listboxId = useId();
  const panel = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);

  // Reads input typed before hydration, before the event that triggered hydration is replayed.
  useLayoutEffect(() => {
    if (field.current?.value) setSearchText(field.current.value);
  }, []);
  useEffect(() => {
    // Opened before hydration.
    if (panel.current?.getClientRects().length) loadNewest();
    const onReturn = (event: PageTransitionEvent) => {
      if (event.persisted) panel.current?.hidePopover?.();
    };
    addEventListener('pageshow', onReturn);
    const stopSuggesting = suggestWhileTyping();
    return () => {
      removeEventListener('pageshow', onReturn);
      stopSuggesting();
    };
  }, []);

  const closeAnimated = () => {
    panel.current?.classList.add('closing');
    setTimeout(() => panel.current?.hidePopover?.(), SEARCH_CLOSE_MS);
  };
  // Browsers only clear a search field on the first Escape; here it closes the panel too.
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    panel.current?.hidePopover?.();
  };
  const onToggled = (open: boolean) => {
    if (open) return void loadNewest();
    panel.current?.classList.remove('closing');
    clearSearch();
  };
  const choose = (term: string) => {
    setSearchText(term);
    field.current?.focus();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const results = startSearch();
    if (!results) return;
    rememberSearch($search.get().text.trim());
    location.assign(results);
  };

  return (
    <>
      <button type="button" className="icon-button" popoverTarget={PANEL} aria-label={t('Search')} data-native="">
        <i className="icon search" />
      </button>
      <div
        id={PANEL}
        popover="auto"
        className="search-panel styled-later"
        ref={panel}
        onToggle={(event) => onToggled(event.newState === 'open')}
      >
        <search>
          <form action={paths.shop} onSubmit={submit}>
            <div className="search-row">
              <input
                ref={field}
                type="search"
                role="combobox"
                aria-expanded={groups.length > 0}
                aria-controls={isHydrated ? listboxId : undefined}
                aria-activedescendant={activeId}
                aria-autocomplete="list"
                name="search"
                aria-label={t('Search')}
                placeholder={t('Search for products, brands, categories...')}
                maxLength={MAX_SEARCH}
                autoComplete="off"
                autoFocus
                value={text}
                disabled={searchLoading}
                onChange={(event) => {
                  setSearchText(event.target.value);
                  clearActive();
                }}
                onKeyDown={(event) => {
                  if (isInputMethodKey(event.nativeEvent)) return;
                  closeOnEscape(event);
                  onKeyDown(event);
                }}
              />
              {searchLoading && <span className="spinner search-spinner" role="status" aria-label={t('Searching')} />}
              <button type="submit" className="icon-button" aria-label={t('Search')} disabled={searchLoading} data-native="">
                <i className="icon search" />
              </button>
              <button type="button" className="icon-button" aria-label={t('Close search')} onClick={closeAnimated}>
                <i className="icon close" />
              </button>
            </div>
            {isHydrated && (
              <div className="styled-later">
                <SearchListbox id={listboxId} groups={groups} activeId={activeId} />
                <p className={hasNoMatch ? '' : 'visually-hidden'} role="status">
                  <Sentence
                    parts={
                      hasNoMatch
                        ? tParts('No matches for “{text}”.', { text: <span translate="no">{suggestions.text}</span> })
                        : [suggestionCount(text, groups)]
                    }
                  />
                </p>
                {hasNoMatch && suggestions.correction && (
                  <button type="button" className="chip" onClick={() => choose(suggestions.correction ?? '')}>
                    <Sentence parts={tParts('Try “{word}”', { word: <span translate="no">{suggestions.correction}</span> })} />
                  </button>
                )}
                {isEmpty && recent.length > 0 && (
                  <button
                    type="button"
                    className="button ghost search-clear"
                    onClick={() => {
                      clearRecentSearches();
                      field.current?.focus();
                    }}
                  >
                    {t('Clear recent searches')}
                  </button>
                )}
                <p>{t('Suggested Search Terms')}</p>
                <ul className="cluster">
                  {terms.map((term) => (
                    <li key={term}>
                      <button type="button" className="chip" onClick={() => choose(term)}>
                        {term}
                      </button>
                    </li>
                  ))}
                </ul>
                {isEmpty && <NewestProducts />}
              </div>
            )}
          </form>
        </search>
      </div>
    </>
  );
}
