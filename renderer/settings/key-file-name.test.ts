import { expect, it } from 'vitest';
import { fileNameOf } from './key-file-name.ts';

it('keeps only ASCII letters and digits of the nickname', () => {
  expect(fileNameOf('Copper Finch')).toBe('copper-finch.parlor-key');
  expect(fileNameOf('../..\\évil\u202e.exe')).toBe('e-vil-exe.parlor-key');
  expect(fileNameOf('黄金雀')).toBe('identity.parlor-key');
});
