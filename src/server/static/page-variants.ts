export interface PageVariant {
  query: string;
  html: string;
}

/** Finds the first query of a list that the page's address matches. */
const findQuery = 'q=>q.find(q=>{const[n,v]=q.split("="),s=new URLSearchParams(location.search).get(n);return v?s===v:s})';

const guardOf = (html: string): string | undefined => /<html\b[^>]*\bdata-guard="(\w+)"/.exec(html)?.[1];

/** Removes the guard of a page that a variant does not have, before the guard's script runs. */
export function guardScript(html: string, variants: readonly PageVariant[]): string {
  const open = variants.filter((variant) => guardOf(html) && !guardOf(variant.html)).map(({ query }) => query);
  return open.length > 0 ? `;(${findQuery})(${JSON.stringify(open)})&&delete document.documentElement.dataset.guard` : '';
}

/** Shows the variant that the address names, as soon as the page's own content has been parsed. */
export function variantScript(variants: readonly PageVariant[]): string {
  const queries = JSON.stringify(variants.map(({ query }) => query));
  return `{const q=(${findQuery})(${queries});if(q){const t=document.querySelector(\`template[data-query="\${q}"]\`);document.querySelector('main').replaceChildren(t.content)}}`;
}
