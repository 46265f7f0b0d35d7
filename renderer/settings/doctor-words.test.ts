import { expect, it } from 'vitest';
import { checkCodes } from '../../shared/bridge/doctor.ts';
import words from '../words/en/settings.json' with { type: 'json' };

it('has a sentence for whatever the doctor finds, and remedies for nothing else', () => {
  expect(Object.keys(words.doctor.found).sort()).toEqual([...checkCodes].sort());
  for (const code of Object.keys(words.doctor.remedy)) expect(checkCodes).toContain(code);
});
