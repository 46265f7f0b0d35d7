import { useBridge } from '../../core/context.tsx';
import { useFollowedQuery } from '../../core/followed-query.ts';

/** What main knows of the analysis of a table that has ended, kept current by events. */
export const useAnalysis = (table_id: string) => useFollowedQuery('analysis', useBridge().analysis, table_id);
