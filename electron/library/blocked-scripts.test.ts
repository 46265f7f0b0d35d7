import { expect, it } from 'vitest';
import { blockedScripts } from './blocked-scripts.ts';

it.each(['%zz', 'http:%', '//[', '\\\\['])('does not find a script at %s, which is not an address', (source) => {
  const found = blockedScripts(`<script src="${source}"></script>`, 'index.html', () => true);
  expect(found).toMatchObject([{ source, line: 1 }]);
});
