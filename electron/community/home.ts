/** Settings of the community on this computer, stored in its folder: its owner, and the ports that its links contain. */
import { join } from 'node:path';
import { z } from 'zod';
import { openJsonFile } from '../files/json-file.ts';

const port = z.int().min(1).max(65_535).nullable().catch(null);
const embeddedSettingsSchema = z.object({
  /** Nickname of the first agent that registered. */
  owner: z.string().min(1).nullable().catch(null),
  /** Its last port on this computer. */
  port,
  /** Its last port on the network. */
  network_port: port,
});
type EmbeddedSettingsValue = z.infer<typeof embeddedSettingsSchema>;

export interface EmbeddedSettings {
  readonly value: EmbeddedSettingsValue;
  change(change: Partial<EmbeddedSettingsValue>): Promise<void>;
}

/** The folder of the community's data. */
export const communityFolder = (dataDir: string): string => join(dataDir, 'community');

/** If the file is missing or unreadable, the community gets a new port and the next registered agent as owner. */
export async function openEmbeddedSettings(dataDir: string): Promise<EmbeddedSettings> {
  const path = join(communityFolder(dataDir), 'home.json');
  const file = await openJsonFile<EmbeddedSettingsValue>(path, embeddedSettingsSchema.parse, {
    owner: null,
    port: null,
    network_port: null,
  });
  return {
    get value() {
      return file.value;
    },
    async change(changes) {
      const newValue = { ...file.value, ...changes };
      if (JSON.stringify(newValue) !== JSON.stringify(file.value)) await file.save(newValue);
    },
  };
}
