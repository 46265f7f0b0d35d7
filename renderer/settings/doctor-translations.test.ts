import { expect, it } from 'vitest';
import { checkCodes } from '../../shared/bridge/doctor.ts';
import settingsTexts from '../../shared/locales/en/settings.json' with { type: 'json' };

it('has a text for every finding, and remedies only for problems', () => {
  expect(Object.keys(settingsTexts.doctor.found).sort()).toEqual([...checkCodes].sort());
  for (const code of Object.keys(settingsTexts.doctor.remedy)) expect(checkCodes).toContain(code);
});
