import { expect, it } from 'vitest';
import { blockedScripts } from './blocked-scripts.ts';

it.each(['%zz', 'http:%', '//[', '\\\\['])('reports a script with the invalid address %s', (source) => {
  const blocked = blockedScripts(`<script src="${source}"></script>`, 'index.html', () => true);
  expect(blocked).toMatchObject([{ source, line: 1 }]);
});
