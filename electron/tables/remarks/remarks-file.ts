/** `remarks.json` in a table's folder: what was said beside the game. It is no part of the record, whose hash doesn't cover it. */
import { join } from 'node:path';
import { type KeptRemarks, keptRemarksSchema, noRemarks } from '../../../shared/tables/remarks.ts';
import { writeFileAtomic } from '../../files/atomic-write.ts';
import { ownFileBytes, readForeignText } from '../../files/foreign-file.ts';
import { tablesFolder } from '../table-file.ts';

const pathOf = (dataDir: string, table_id: string) => join(tablesFolder(dataDir), table_id, 'remarks.json');

/** Nothing if the file is missing or broken. */
export async function readRemarks(dataDir: string, table_id: string): Promise<KeptRemarks> {
  try {
    const text = await readForeignText(pathOf(dataDir, table_id), { maxBytes: ownFileBytes.value });
    return keptRemarksSchema.parse(JSON.parse(text));
  } catch {
    // A game goes on without them.
    return noRemarks;
  }
}

export const writeRemarks = (dataDir: string, table_id: string, kept: KeptRemarks): Promise<void> =>
  writeFileAtomic(pathOf(dataDir, table_id), `${JSON.stringify(kept)}\n`);
