import { expect, it } from 'vitest';
import { blockedScripts } from './blocked-scripts.ts';

it.each(['%zz', 'http:%', '//[', '\\\\['])('a script at %s, which is no address, is not found', (source) => {
  const found = blockedScripts(`<script src="${source}"></script>`, 'index.html', () => true);
  expect(found).toMatchObject([{ source, line: 1 }]);
});
