import { createHash } from 'node:crypto';
import { APPLICATION_KEY_HEADER } from '#lib/contract/calls/application-key.ts';
import { escapeHtml, noIndex, renderHtml } from '#lib/rules/html-document.ts';
import { getOpenApiDocument, type OpenApiDocument, type OpenApiOperation, type OpenApiParameter } from './openapi.ts';

const style = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 0 auto; padding: 1rem; }
h2 { margin-top: 3rem; }
article { border-top: 1px solid color-mix(in srgb, currentColor 25%, transparent); padding: 1rem 0; }
h3 { margin: 0; font: 600 1rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
pre { overflow: auto; padding: 0.75rem; background: color-mix(in srgb, currentColor 8%, transparent); font-size: 0.85rem; }
td, th { text-align: left; padding: 0.15rem 1rem 0.15rem 0; vertical-align: top; }
summary { cursor: pointer; }
`;

const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const anchor = (name: string): string => name.toLowerCase().replaceAll(' ', '-');

const json = (title: string, value: unknown): string =>
  `<details><summary>${title}</summary><pre tabindex="0">${escapeHtml(JSON.stringify(value, null, 2))}</pre></details>`;

function parameterTable(parameters: readonly OpenApiParameter[]): string {
  if (parameters.length === 0) return '';
  const rows = parameters.map(
    ({ name, in: location, required, schema }) =>
      `<tr><td><code>${escapeHtml(name)}</code></td><td>${location}</td><td>${required ? 'required' : 'optional'}</td><td><code>${escapeHtml(JSON.stringify(schema))}</code></td></tr>`,
  );
  return `<table><thead><tr><th>Parameter</th><th>In</th><th></th><th>Schema</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function renderOperation(method: string, path: string, operation: OpenApiOperation): string {
  const [body] = Object.values(operation.requestBody?.content ?? {});
  const success = operation.responses['200'];
  const refusals = Object.keys(operation.responses).filter((status) => status !== '200' && status !== 'default');
  const signedIn = operation.security.some((schemes) => 'token' in schemes);
  const keyless = operation.security.length === 0;
  const [scope] = operation.security[0]?.['key'] ?? [];
  return `<article id="${operation.operationId}">
<h3>${method.toUpperCase()} ${escapeHtml(path)}</h3>
<p>${escapeHtml(operation.summary)}${signedIn ? ' Requires a session token.' : ''}${keyless ? ' Requires no application key.' : ''}${scope ? ` Requires a key with the scope ${scope}, and no application key.` : ''}</p>
${parameterTable(operation.parameters)}
${body ? json(`Body (${Object.keys(operation.requestBody?.content ?? {}).join(' or ')})`, body.schema) : ''}
${success && 'content' in success ? json('Reply', success.content['application/json']?.schema) : ''}
${refusals.length > 0 ? `<p>Refuses with ${refusals.join(', ')} and others.</p>` : ''}
</article>`;
}

function renderTag(document: OpenApiDocument, tag: string): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.tags.includes(tag))
      .map(([method, operation]) => renderOperation(method, path, operation)),
  );
  return `<section><h2 id="${anchor(tag)}">${escapeHtml(tag)}</h2>${operations.join('\n')}</section>`;
}

function renderDocument(document: OpenApiDocument): string {
  const { info, tags, components } = document;
  const index = tags.map(({ name }) => `<li><a href="#${anchor(name)}">${escapeHtml(name)}</a></li>`);
  const body = `<header>
<h1>${escapeHtml(info.title)} ${escapeHtml(info.version)}</h1>
<p>${escapeHtml(info.description).replace(/`(\w+)`/g, '<code>$1</code>')} Every call needs the header <code>${APPLICATION_KEY_HEADER}</code> unless stated otherwise; send a session
token as <code>authorization: Bearer …</code>. Machine-readable: <a href="openapi.json">openapi.json</a>.</p>
<nav aria-label="Subjects"><ul>${index.join('')}<li><a href="#schemas">Schemas</a></li></ul></nav>
</header>
<main>
${tags.map(({ name }) => renderTag(document, name)).join('\n')}
<section><h2 id="schemas">Schemas</h2>
${Object.entries(components.schemas)
  .map(([name, schema]) => json(name, schema))
  .join('\n')}</section>
</main>`;
  return renderHtml({ title: info.title, head: `${noIndex}<style>${style}</style>`, body, language: 'en-IN' });
}

let cachedPage: string | undefined;

/** Renders the API reference: one self-contained page without scripts. */
export function renderDocsPage(): Response {
  cachedPage ??= renderDocument(getOpenApiDocument());
  return new Response(cachedPage, { headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy } });
}
