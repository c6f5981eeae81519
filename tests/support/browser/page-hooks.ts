import { afterAll, afterEach } from 'vitest';
import { releaseFilePages, releaseTestPages } from './test-page.ts';

// A setup file of the project: runs once for each test file.
afterEach(releaseTestPages);
afterAll(releaseFilePages);

// One connection for each call: a busy server may close an idle one in the moment it is used again.
const { fetch: fetchOnce } = globalThis;
globalThis.fetch = (input, init) => {
  const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
  headers.set('connection', 'close');
  return fetchOnce(input, { ...init, headers });
};
