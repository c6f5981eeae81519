import { afterAll, afterEach, beforeEach, inject } from 'vitest';
import { whyNotApplicable } from './not-applicable.ts';
import { waitUntilPrepared } from './prepared.ts';
import { setting } from './setting.ts';
import { describeTestPages, releaseFilePages, releaseTestPages } from './test-page.ts';

// Vitest setup file: runs once for each test file, before its imports.
await waitUntilPrepared(inject('prepared'));

beforeEach(({ task, skip }) => {
  const names = [task.name];
  for (let { suite } = task; suite; suite = suite.suite) names.push(suite.name);
  const reason = whyNotApplicable(setting, task.file.filepath, names);
  if (reason) skip(reason);
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.error(await describeTestPages());
  await releaseTestPages();
});
afterAll(releaseFilePages);

// Uses one connection per call, because a busy server may close an idle one just as it is reused.
const { fetch: fetchOnce } = globalThis;
globalThis.fetch = async (input, init) => {
  const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
  headers.set('connection', 'close');
  const response = await fetchOnce(input, { ...init, headers });
  // Node throws outside of the call when nginx closes a connection before the body was read.
  if (setting === 'static') await response.clone().arrayBuffer();
  return response;
};
