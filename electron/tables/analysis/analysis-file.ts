/** `analysis.json` in a table's folder: what was judged, by which hooks, of which record. It can be deleted at any time. */
import { z } from 'zod';
import { analysisSchema } from '../../../shared/bridge/contract.ts';
import { hex64 } from '../../../shared/signing/grammar.ts';
import { sideFile } from '../side-file.ts';

const analysisFileSchema = z.object({
  /** Of the record. */
  head: hex64,
  /** SHA-256 of the hooks that judged. */
  hooks: hex64,
  ...analysisSchema.pick({ done: true, total: true, judged: true }).shape,
});
export type AnalysisFile = z.infer<typeof analysisFileSchema>;

const file = sideFile('analysis.json', analysisFileSchema);

/** Null if there is none of this record by these hooks. */
export async function readAnalysis(
  dataDir: string,
  table_id: string,
  { head, hooks }: Pick<AnalysisFile, 'head' | 'hooks'>,
): Promise<AnalysisFile | null> {
  const analysis = await file.read(dataDir, table_id);
  return analysis?.head === head && analysis.hooks === hooks ? analysis : null;
}

export const writeAnalysis = file.write;
