import { createHash } from 'node:crypto';
import { noIndex, redirectMeta, renderHtml } from '#lib/rules/html-document.ts';
import { guardScript, type PageVariant, variantScript } from './page-variants.ts';

/** Directives that a policy in a meta tag may not have (CSP 3, section 3.3). */
const headerOnly = /^(?:frame-ancestors|report-uri|sandbox)\b/;

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

const main = /(<main\b[^>]*>)([\s\S]*)(<\/main>)/;

/** Runs before everything else: a form that is sent before its island has hydrated would be posted to a host that takes no posts. */
const stopPosts = "addEventListener('submit',e=>{e.target.method==='post'&&e.preventDefault()},true)";

const inlineScript = (code: string): string => `<script>${code}</script>`;

const hashOf = (code: string): string => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;

/**
 * Makes a rendered page independent of its server: the content security policy becomes a meta tag, and the variants become templates, of
 * which a script shows the one that the address names before the first paint. `policies` are those of the page and of its variants.
 */
export function toStaticHtml(html: string, policies: readonly string[], variants: readonly PageVariant[]): string {
  const pageContent = main.exec(html)?.[2];
  const different = variants.filter((variant) => main.exec(variant.html)?.[2] !== pageContent);
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
  renderHtml({ title: 'Redirect', head: noIndex + redirectMeta(location), body: `<a href="${location}">${location}</a>` });
