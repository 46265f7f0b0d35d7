import { expect, it } from 'vitest';
import { manifestRuleTexts } from '../../../shared/bundle/manifest.ts';
import { obstacleTexts } from '../../../shared/bundle/obstacle-texts.ts';
import { refusalTexts } from '../../../shared/file-refusals.ts';
import { syntaxTexts } from '../../../shared/json/parse.ts';
import studio from '../../../shared/locales/en/studio.json' with { type: 'json' };
import { commitRevealTexts } from '../../../shared/protocol/commit-reveal.ts';
import { specNoteTexts } from '../../../shared/protocol/spec-notes.ts';
import { specRuleTexts } from '../../../shared/protocol/spec-rules.ts';

const rules = Object.entries({
  ...specRuleTexts,
  ...specNoteTexts,
  ...commitRevealTexts,
  ...manifestRuleTexts,
  ...syntaxTexts,
  ...refusalTexts,
  ...obstacleTexts,
});

it.each(rules)('translates %s without using unknown parameters', (code, text) => {
  const params = [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const translated = (studio.rule as { [code: string]: string })[code] ?? '';
  expect(translated).not.toBe('');
  expect(params).toEqual(expect.arrayContaining([...translated.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name)));
});
