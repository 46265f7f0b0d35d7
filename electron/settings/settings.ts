/** The user's settings, stored in the data directory. */
import { join } from 'node:path';
import { defaultSettings, type Settings, settingsSchema } from '../../shared/bridge/settings.ts';
import type { Problem } from '../../shared/errors.ts';
import { type JsonFile, openJsonFile } from '../files/json-file.ts';

export interface SettingsStore {
  readonly value: Settings;
  /** Set if the file could not be read and defaults apply. */
  readonly problem: Problem | null;
  change(changes: Partial<Settings>): Promise<Settings>;
}

export async function openSettings(dataDir: string): Promise<SettingsStore> {
  const parse = (json: unknown) => settingsSchema.parse({ ...defaultSettings, ...(json as Partial<Settings>) });
  const file = await openJsonFile(join(dataDir, 'settings.json'), parse, defaultSettings);
  return {
    get value() {
      return file.value;
    },
    problem: problemOf(file.state),
    async change(changes) {
      await file.save(settingsSchema.parse({ ...file.value, ...changes }));
      return file.value;
    },
  };
}

function problemOf(state: JsonFile<Settings>['state']): Problem | null {
  if (state === 'damaged')
    return {
      code: 'settings_unreadable',
      message: 'The settings file could not be read, so the defaults are used. The old file was kept beside it.',
      detail: { kept: 'settings.json.bad' },
    };
  if (state === 'inaccessible')
    return {
      code: 'data_dir_unusable',
      message: 'The settings file could not be read, so the defaults are used. It was left as it is.',
    };
  return null;
}
