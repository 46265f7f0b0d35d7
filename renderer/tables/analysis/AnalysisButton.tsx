import { IconChartLine } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { Table } from '../../../shared/bridge/contract.ts';
import { Button } from '../../ui/Button.tsx';
import { useAnalysis } from './use-analysis.ts';

/** Opens the analysis of a table that has ended; nothing if no code here can judge its game. */
export function AnalysisButton({ table, path }: { table: Table; path?: string }) {
  const { t } = useTranslation('analysis');
  const [, navigate] = useLocation();
  const { data } = useAnalysis(table.table_id);
  if (!data?.judge) return null;
  return (
    <Button
      variant="felt"
      data-action="analyse"
      onClick={() => navigate(`${path ?? `/tables/${table.table_id}`}/analysis`)}
    >
      <IconChartLine size={18} stroke={1.75} aria-hidden="true" />
      {t('open')}
    </Button>
  );
}
