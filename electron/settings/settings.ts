/** The user's settings. */
import { join } from 'node:path';
import { defaultSettings, type Settings, settingsSchema } from '../../shared/bridge/settings.ts';
import type { Problem } from '../../shared/errors.ts';
import { openJsonFile } from '../files/json-file.ts';

export interface SettingsStore {
  readonly value: Settings;
  /** Set if the file could not be read and defaults apply. */
  readonly problem: Problem | null;
  change(change: Partial<Settings>): Promise<Settings>;
}

export async function openSettings(dataDir: string): Promise<SettingsStore> {
  const complete = (json: unknown) => settingsSchema.parse({ ...defaultSettings, ...(json as Partial<Settings>) });
  const file = await openJsonFile(join(dataDir, 'settings.json'), complete, defaultSettings);
  return {
    get value() {
      return file.value;
    },
    problem: file.unreadable
      ? {
          code: 'settings_unreadable',
          message:
            'The settings file could not be read, so the defaults are in force. The old file was kept beside it.',
          detail: { kept: 'settings.json.bad' },
        }
      : null,
    async change(change) {
      await file.save(settingsSchema.parse({ ...file.value, ...change }));
      return file.value;
    },
  };
}
