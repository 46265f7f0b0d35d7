/** Before each test of the window: the files share a page, and only the first of them would get the hook of vitest-browser-react. */
import { beforeEach } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';

/** Vitest's own, which an earlier file may have changed. */
const size = { width: 414, height: 896 };

beforeEach(async () => {
  await cleanup();
  if (innerWidth !== size.width || innerHeight !== size.height) await page.viewport(size.width, size.height);
});
