/** Content types of request bodies. */
const JSON_TYPE = 'application/json';

/**
 * Names a call by method, path below the API base and body: equal calls have equal keys, and a call can be repeated from its key.
 * Consumes the request's body.
 */
export async function callKeyOf(request: Request, base: string): Promise<string> {
  const { method, url } = request;
  const path = url.slice(base.length);
  if (method === 'GET') return JSON.stringify([method, path]);
  if (request.headers.get('content-type') === JSON_TYPE) return JSON.stringify([method, path, await request.text()]);
  const fields = [...(await request.formData())].map(([name, value]) => [name, String(value)]);
  return JSON.stringify([method, path, fields]);
}

/** Builds the request of a key; `headers` are added to each. */
export function requestOf(key: string, base: string, headers: Record<string, string>): Request {
  const [method, path, body] = JSON.parse(key) as [string, string, (string | [string, string][])?];
  if (method === 'GET') return new Request(base + path, { headers });
  if (typeof body === 'string')
    return new Request(base + path, { method, headers: { ...headers, 'content-type': JSON_TYPE }, body });
  const form = new FormData();
  for (const [name, value] of body ?? []) form.append(name, value);
  return new Request(base + path, { method, headers, body: form });
}
