/** Where Astro makes bytes of a page that it has rendered into a string. */
const encoding = `    body = encoder.encode(body);
    headers.set("Content-Length", body.byteLength.toString());
`;

/** Of other pages, such as the one for an unknown address, Astro looks at the body. */
const keeping = `    if (init.status === 200) return Object.assign(new Response(null, { ...init, headers }), { html: body });
`;

/** Lets Astro hand over a page's HTML as an `HtmlResponse`: src/fetch.ts changes it, and would decode the bytes. */
export function keepHtml() {
  return {
    name: 'haat:keep-html',
    apply: 'build' as const,
    transform: {
      filter: { id: /\/astro\/dist\/runtime\/server\/render\/page\.js$/ },
      handler(code: string) {
        if (!code.includes(encoding)) throw new Error('Astro no longer encodes pages in the form that this plugin changes');
        return { code: code.replace(encoding, keeping + encoding), map: null };
      },
    },
  };
}
