/** `analysis.json` in a table's folder: what was judged, by which hooks, of which record. It can be deleted at any time. */
import { join } from 'node:path';
import { z } from 'zod';
import { analysisSchema } from '../../../shared/bridge/contract.ts';
import { hex64 } from '../../../shared/signing/grammar.ts';
import { writeFileAtomic } from '../../files/atomic-write.ts';
import { ownFileBytes, readForeignText } from '../../files/foreign-file.ts';
import { tablesFolder } from '../table-file.ts';

const analysisFileSchema = z.object({
  /** Of the record. */
  head: hex64,
  /** SHA-256 of the hooks that judged. */
  hooks: hex64,
  ...analysisSchema.pick({ done: true, total: true, judged: true }).shape,
});
export type AnalysisFile = z.infer<typeof analysisFileSchema>;

const pathOf = (dataDir: string, table_id: string) => join(tablesFolder(dataDir), table_id, 'analysis.json');

/** Null if there is none of this record by these hooks. */
export async function readAnalysis(
  dataDir: string,
  table_id: string,
  { head, hooks }: Pick<AnalysisFile, 'head' | 'hooks'>,
): Promise<AnalysisFile | null> {
  try {
    const text = await readForeignText(pathOf(dataDir, table_id), { maxBytes: ownFileBytes.value });
    const file = analysisFileSchema.parse(JSON.parse(text));
    return file.head === head && file.hooks === hooks ? file : null;
  } catch {
    // Missing or unreadable: it is made again.
    return null;
  }
}

export const writeAnalysis = (dataDir: string, table_id: string, file: AnalysisFile): Promise<void> =>
  writeFileAtomic(pathOf(dataDir, table_id), `${JSON.stringify(file)}\n`);
