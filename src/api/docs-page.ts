import { createHash } from 'node:crypto';
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

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const html = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);

const anchor = (name: string): string => name.toLowerCase().replaceAll(' ', '-');

const json = (title: string, value: unknown): string =>
  `<details><summary>${title}</summary><pre tabindex="0">${html(JSON.stringify(value, null, 2))}</pre></details>`;

function parameterTable(parameters: readonly OpenApiParameter[]): string {
  if (parameters.length === 0) return '';
  const rows = parameters.map(
    ({ name, in: place, required, schema }) =>
      `<tr><td><code>${html(name)}</code></td><td>${place}</td><td>${required ? 'required' : 'optional'}</td><td><code>${html(JSON.stringify(schema))}</code></td></tr>`,
  );
  return `<table><thead><tr><th>Parameter</th><th>In</th><th></th><th>Schema</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function describe(method: string, path: string, operation: OpenApiOperation): string {
  const [body] = Object.values(operation.requestBody?.content ?? {});
  const done = operation.responses['200'];
  const refusals = Object.keys(operation.responses).filter((status) => status !== '200' && status !== 'default');
  const signedIn = operation.security.some((schemes) => 'token' in schemes);
  const keyless = operation.security.length === 0;
  return `<article id="${operation.operationId}">
<h3>${method.toUpperCase()} ${html(path)}</h3>
<p>${html(operation.summary)}${signedIn ? ' Needs a session’s token.' : ''}${keyless ? ' Needs no application key.' : ''}</p>
${parameterTable(operation.parameters)}
${body ? json(`Body (${Object.keys(operation.requestBody?.content ?? {}).join(' or ')})`, body.schema) : ''}
${done && 'content' in done ? json('Reply', done.content['application/json']?.schema) : ''}
${refusals.length > 0 ? `<p>Refuses with ${refusals.join(', ')} and others.</p>` : ''}
</article>`;
}

function describeTag(document: OpenApiDocument, tag: string): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.tags.includes(tag))
      .map(([method, operation]) => describe(method, path, operation)),
  );
  return `<section><h2 id="${anchor(tag)}">${html(tag)}</h2>${operations.join('\n')}</section>`;
}

function writePage(document: OpenApiDocument): string {
  const { info, tags, components } = document;
  const index = tags.map(({ name }) => `<li><a href="#${anchor(name)}">${html(name)}</a></li>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${html(info.title)}</title>
<style>${style}</style>
</head>
<body>
<header>
<h1>${html(info.title)} ${html(info.version)}</h1>
<p>${html(info.description).replace(/`(\w+)`/g, '<code>$1</code>')} Calls carry the header <code>x-app-key</code> unless they say otherwise; a session’s token
goes into <code>authorization: Bearer …</code>. The same as a document for machines: <a href="openapi.json">openapi.json</a>.</p>
<nav aria-label="Subjects"><ul>${index.join('')}<li><a href="#schemas">Schemas</a></li></ul></nav>
</header>
<main>
${tags.map(({ name }) => describeTag(document, name)).join('\n')}
<section><h2 id="schemas">Schemas</h2>
${Object.entries(components.schemas)
  .map(([name, schema]) => json(name, schema))
  .join('\n')}</section>
</main>
</body>
</html>
`;
}

let written: string | undefined;

/** The API's reference for people: one page that needs no script and nothing from elsewhere. */
export function renderDocsPage(): Response {
  written ??= writePage(getOpenApiDocument());
  return new Response(written, { headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy } });
}
