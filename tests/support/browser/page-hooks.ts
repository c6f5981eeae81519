import { afterAll, afterEach } from 'vitest';
import { releaseFilePages, releaseTestPages } from './test-page.ts';

// Vitest setup file: runs once for each test file.
afterEach(releaseTestPages);
afterAll(releaseFilePages);

// Uses one connection per call, because a busy server may close an idle one just as it is reused.
const { fetch: fetchOnce } = globalThis;
globalThis.fetch = (input, init) => {
  const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
  headers.set('connection', 'close');
  return fetchOnce(input, { ...init, headers });
};
