import { expect, test } from 'vitest';
import { fixOf } from './fixes.ts';

test.each([
  ['script-src-elem', 'inline', 'inline_script'],
  ['script-src-attr', 'inline', 'inline_script'],
  ['script-src', 'eval', 'eval'],
  ['script-src', 'wasm-eval', 'eval'],
  ['script-src-elem', 'https://cdn.example/react.js', 'script'],
  ['style-src-elem', 'https://cdn.example/a.css', 'style'],
  ['connect-src', 'https://example.org', 'network'],
  ['object-src', 'https://example.org', 'other'],
])('suggests a fix for %s blocking %s: %s', (directive, address, fix) => expect(fixOf(directive, address)).toBe(fix));
