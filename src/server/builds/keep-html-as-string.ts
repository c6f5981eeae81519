/** Where Astro encodes the HTML of a page that is not streamed. */
const encoding = `    body = encoder.encode(body);
    headers.set("Content-Length", body.byteLength.toString());`;

/** The body is not null, which would make Astro look for an error page. */
const keeping = `    if (init.status === 200) {
      const response = new Response("", { ...init, headers });
      response.html = body;
      return response;
    }
${encoding}`;

/**
 * Lets Astro return a page as a response whose `html` is its text, and whose body is empty (see lib/rules/http/html-response.ts): src/fetch.ts
 * changes the text, and would first have to read it from a stream of encoded bytes. Error pages stay as they are, because Astro copies their
 * bodies.
 */
export function keepHtmlAsString() {
  return {
    name: 'haat:keep-html-as-string',
    apply: 'build' as const,
    transform: {
      filter: { id: /\/astro\/dist\/runtime\/server\/render\/page\.js$/ },
      handler(code: string) {
        if (code.split(encoding).length !== 2)
          throw new Error('Astro no longer encodes the HTML of pages in the form that this plugin changes');
        return { code: code.replace(encoding, () => keeping), map: null };
      },
    },
  };
}
