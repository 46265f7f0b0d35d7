/** Before each test of the window: the files share a page, and only the first of them would get the hook of vitest-browser-react. */
import { beforeEach } from 'vitest';
import { cleanup } from 'vitest-browser-react';

beforeEach(cleanup);
