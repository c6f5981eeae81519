import { describe, expect, test } from 'vitest';
import { inspectConfiguration, readConfiguration } from '#api/environment/configuration.ts';

const problemsOf = (env: NodeJS.ProcessEnv): string[] => inspectConfiguration(env).problems;

describe('PUBLIC_SITE_URL', () => {
  test.each(['https://shop.example', 'https://shop.example/', 'https://shop.example:8443//', 'http://localhost:4321'])(
    'may be %s',
    (url) => expect(problemsOf({ PUBLIC_SITE_URL: url })).toEqual([]),
  );

  test.each([
    'https://shop.example/store',
    'https://shop.example/store/',
    'https://shop.example/?a=1',
    'https://shop.example?',
    'https://shop.example/#top',
    'https://shop.example#',
    'https://user@shop.example',
    'https://user:word@shop.example',
  ])('may not be %s', (url) => {
    const problems = problemsOf({ PUBLIC_SITE_URL: url });
    expect(problems).toEqual([expect.stringContaining('such as https://shop.example, without a path, query, # or user name')]);
    expect(problems[0]).not.toContain('word');
  });
});

test.each(['yes', 'true', 'on', '2', ' 1'])('DEMO_MODE=%j is refused', (value) => {
  expect(problemsOf({ DEMO_MODE: value })).toEqual([expect.stringContaining(`DEMO_MODE must be 1`)]);
});

test.each(['prod', 'Production', 'live', 'production '])('NODE_ENV=%j is refused', (value) => {
  expect(problemsOf({ NODE_ENV: value })).toEqual([expect.stringContaining('NODE_ENV must be production for a real shop')]);
});

test('the API is described in production only with API_DOCS=1', () => {
  const served = (env: NodeJS.ProcessEnv) => readConfiguration({ PUBLIC_SITE_URL: 'https://shop.example', ...env }).servesApiDocs;
  expect([served({}), served({ API_DOCS: '0' })]).toEqual([true, false]);
  expect([served({ NODE_ENV: 'production' }), served({ NODE_ENV: 'production', API_DOCS: '1' })]).toEqual([false, true]);
  expect(problemsOf({ API_DOCS: 'yes' })).toEqual([expect.stringContaining('API_DOCS must be 1')]);
});
