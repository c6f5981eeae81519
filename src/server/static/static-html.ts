import { createHash } from 'node:crypto';

/** The same page for another query. */
export interface PageVariant {
  query: string;
  html: string;
}

/** Directives that a policy in a meta tag may not have (CSP 3, section 3.3). */
const headerOnly = /^(?:frame-ancestors|report-uri|sandbox)\b/;

const main = /(<main\b[^>]*>)([\s\S]*)(<\/main>)/;

/** Runs before everything else: a form that is sent before its island has hydrated would be posted to a host that takes no posts. */
const stopPosts = "addEventListener('submit',e=>{e.target.method==='post'&&e.preventDefault()},true)";

/** Finds the first query of a list that the page's address matches. */
const findQuery = 'q=>q.find(q=>{const[n,v]=q.split("="),s=new URLSearchParams(location.search).get(n);return v?s===v:s})';

const inlineScript = (code: string): string => `<script>${code}</script>`;

const hashOf = (code: string): string => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;

const guardOf = (html: string): string | undefined => /<html\b[^>]*\bdata-guard="(\w+)"/.exec(html)?.[1];

/** Removes the guard of a page that a variant does not have, before the guard's script runs. */
function guardScript(html: string, variants: readonly PageVariant[]): string {
  const open = variants.filter((variant) => guardOf(html) && !guardOf(variant.html)).map(({ query }) => query);
  return open.length > 0 ? `;(${findQuery})(${JSON.stringify(open)})&&delete document.documentElement.dataset.guard` : '';
}

/** Shows the variant that the address names, as soon as the page's own content has been parsed. */
function variantScript(variants: readonly PageVariant[]): string {
  const queries = JSON.stringify(variants.map(({ query }) => query));
  return `{const q=(${findQuery})(${queries});if(q){const t=document.querySelector(\`template[data-query="\${q}"]\`);document.querySelector('main').replaceChildren(t.content)}}`;
}

/** Joins the sources of a directive in several policies. */
function joinPolicies(policies: readonly string[]): string {
  const directives = new Map<string, Set<string>>();
  for (const policy of policies) {
    for (const directive of policy.split(';').map((text) => text.trim())) {
      const [name = '', ...sources] = directive.split(/\s+/);
      if (!name || headerOnly.test(name)) continue;
      const all = directives.get(name) ?? new Set();
      for (const source of sources) all.add(source);
      directives.set(name, all);
    }
  }
  return [...directives].map(([name, sources]) => [name, ...sources].join(' ')).join('; ');
}

/**
 * Makes a rendered page independent of its server: the content security policy becomes a meta tag, and the variants become templates, of
 * which a script shows the one that the address names before the first paint. `policies` are those of the page and of its variants.
 */
export function toStaticHtml(html: string, policies: readonly string[], variants: readonly PageVariant[]): string {
  const own = main.exec(html)?.[2];
  const different = variants.filter((variant) => main.exec(variant.html)?.[2] !== own);
  const head = stopPosts + guardScript(html, different);
  const swap = different.length > 0 ? variantScript(different) : '';
  const templates = different.map(
    (variant) => `<template data-query="${variant.query}">${main.exec(variant.html)?.[2] ?? ''}</template>`,
  );
  const scripts = [head, swap].filter(Boolean).map(hashOf).join(' ');
  const policy = joinPolicies(policies).replace(/script-src [^;]*/, (sources) => `${sources} ${scripts}`);
  const meta = `<meta http-equiv="content-security-policy" content="${policy}">`;
  return html
    .replace(/<meta charset="utf-8"\s*\/?>/, (charset) => charset + meta + inlineScript(head))
    .replace(main, (_, start, content, end) => start + content + end + (swap && templates.join('') + inlineScript(swap)));
}

/** A page that leads to another one, for hosts without redirects. */
export const redirectHtml = (location: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="robots" content="noindex"><meta http-equiv="refresh" content="0;url=${location}"><title>Redirect</title></head><body><a href="${location}">${location}</a></body></html>`;
