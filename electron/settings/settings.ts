/** What a person chose for this data directory; a file that does not parse is set aside, never lost. */
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { type Settings, settingsSchema } from '../../shared/bridge/contract.ts';
import type { Problem } from '../../shared/errors.ts';
import { writeFileAtomic } from '../files/atomic-file.ts';

export const defaultSettings: Settings = {
  theme: 'system',
  locale: 'system',
  prefer_plain_view: false,
  accept_ui: false,
  accept_host_ui: false,
  house_on: true,
  house_strength: 'every',
  notify_turn: true,
  notify_guest: true,
  notify_letter: true,
  notify_result: true,
  community: null,
  network: null,
};

export interface SettingsStore {
  readonly value: Settings;
  /** Set when the stored file could not be read and defaults are in force. */
  readonly problem: Problem | null;
  change(change: Partial<Settings>): Promise<Settings>;
}

export async function openSettings(dataDir: string): Promise<SettingsStore> {
  const path = join(dataDir, 'settings.json');
  let value = defaultSettings;
  let problem: Problem | null = null;
  try {
    value = settingsSchema.parse({ ...defaultSettings, ...JSON.parse(await readFile(path, 'utf8')) });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      const aside = `${path}.bad`;
      await rename(path, aside).catch(() => {});
      problem = {
        code: 'settings_unreadable',
        message: 'The settings file could not be read, so the defaults are in force. The old file was kept beside it.',
        detail: { kept: 'settings.json.bad' },
      };
    }
  }
  return {
    get value() {
      return value;
    },
    get problem() {
      return problem;
    },
    async change(change) {
      const next = settingsSchema.parse({ ...value, ...change });
      await writeFileAtomic(path, new TextEncoder().encode(`${JSON.stringify(next, null, 2)}\n`), { mode: 0o600 });
      value = next;
      return value;
    },
  };
}
