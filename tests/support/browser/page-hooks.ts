import { afterAll, afterEach } from 'vitest';
import { releaseFilePages, releaseTestPages } from './test-page.ts';

// A setup file of the project: runs once for each test file.
afterEach(releaseTestPages);
afterAll(releaseFilePages);
