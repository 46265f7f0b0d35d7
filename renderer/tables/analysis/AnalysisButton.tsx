import { IconChartLine } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { Table } from '../../../shared/bridge/contract.ts';
import { Button, type ButtonProps } from '../../ui/Button.tsx';
import { useAnalysis } from './use-analysis.ts';

interface AnalysisButtonProps {
  table: Table;
  path?: string;
  /** `felt` is for green ground only. */
  variant?: ButtonProps['variant'];
}

/** Opens the analysis of a table that has ended; nothing if no code here can judge its game. */
export function AnalysisButton({ table, path, variant = 'felt' }: AnalysisButtonProps) {
  const { t } = useTranslation('analysis');
  const [, navigate] = useLocation();
  const { data } = useAnalysis(table.table_id);
  if (data && !data.judge) return null;
  return (
    <Button
      variant={variant}
      data-action="analyse"
      // Its space is kept until that is known.
      style={data ? undefined : { visibility: 'hidden' }}
      onClick={() => navigate(`${path ?? `/tables/${table.table_id}`}/analysis`)}
    >
      <IconChartLine size={18} stroke={1.75} aria-hidden="true" />
      {t('open')}
    </Button>
  );
}
