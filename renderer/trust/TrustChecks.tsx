import { useTranslation } from 'react-i18next';
import type { Table, TrustCheck } from '../../shared/bridge/contract.ts';
import { isolated } from '../look/peer-text.ts';
import { orderedChecks } from './checks.ts';
import { TrustCheckLine } from './TrustCheckLine.tsx';

interface TrustChecksProps {
  checks: readonly TrustCheck[];
  host: string;
  board: NonNullable<Table['board']>['source'] | null;
}

/** The five parts of the seal in words. Says what was compared, never "secure". */
export function TrustChecks({ checks, host, board }: TrustChecksProps) {
  const { t } = useTranslation('trust');
  const name = isolated(host);
  // Without a board to show, a problem tells that there is one that may not be shown.
  const boardOf = ({ problem }: TrustCheck) => board ?? (problem ? 'refused' : 'none');
  const title = (check: TrustCheck) => {
    if (check.state === 'failed') return t(`failed.${check.id}`, { name });
    if (check.id === 'board') return t(`board.${boardOf(check)}.title`);
    return t(`check.${check.id}.title`, { name });
  };
  const detail = (check: TrustCheck) => {
    if (check.state === 'failed') return t(`failed_detail.${check.id}`);
    if (check.id === 'board') return t(`board.${boardOf(check)}.detail`);
    if (check.state === 'to_come') return t(`check.${check.id}.to_come`, { name });
    return t(`check.${check.id}.detail`, { name });
  };
  return (
    <ul>
      {orderedChecks(checks).map((check) => (
        <TrustCheckLine
          key={check.id}
          state={check.state}
          title={title(check)}
          detail={detail(check)}
          evidence={check.evidence}
        />
      ))}
    </ul>
  );
}
