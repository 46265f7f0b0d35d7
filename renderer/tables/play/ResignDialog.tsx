import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { isRatedTable } from '../../../shared/community/rating.ts';
import { isolatedName } from '../../../shared/peer-text.ts';
import { usePointsCap } from '../../core/points-cap.ts';
import type { Problem } from '../../core/problem.ts';
import { Button } from '../../ui/Button.tsx';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import { ProtectedDialog } from '../../ui/ProtectedDialog.tsx';

interface ResignDialogProps {
  table: Table;
  /** Set if the dialog offers to leave without losing, since the other side stalls. */
  stall?: NonNullable<Table['stall']>['kind'] | null;
  /** Resigning is under way. */
  busy: boolean;
  problem: Problem | null;
  onClose(): void;
  onResign(): void;
}

/** States what leaving costs at this table; the default is to stay. */
export function ResignDialog({ table, stall = null, busy, problem, onClose, onResign }: ResignDialogProps) {
  const { t } = useTranslation('tables');
  const isChat = table.protocol.mode === 'free';
  const peer = isolatedName(table.peer.nickname);
  const isCapped = usePointsCap(table.peer.public_key) !== null;
  const isRated = isRatedTable(table);
  const consequence = () => {
    if (stall !== null) return t(`unfinished.${stall}`, { peer });
    if (isChat) return t('leave_body');
    if (table.concession === 'open') return t(isCapped || !isRated ? 'resign_no_points' : 'resign_gives', { peer });
    if (table.concession === 'early') return t('resign_early');
    return t(isRated ? 'resign_unknown' : 'resign_body', { peer });
  };
  const doText = () => {
    if (busy) return t(isChat || stall !== null ? 'leaving' : 'resigning');
    if (stall !== null) return t('unfinished.do');
    return t(isChat ? 'leave_do' : 'resign_do');
  };
  return (
    <ProtectedDialog
      title={t(stall !== null ? 'unfinished.title' : isChat ? 'leave_title' : 'resign_title')}
      onClose={onClose}
    >
      <p className="dim measure" style={{ marginTop: 'var(--s2)' }}>
        {consequence()}
      </p>
      {problem && <ProblemLine problem={problem} />}
      <DialogActions>
        <Button data-autofocus variant="primary" onClick={onClose}>
          {t(stall !== null ? 'unfinished.stay' : isChat ? 'leave_stay' : 'resign_stay')}
        </Button>
        <Button className="end" variant="danger" aria-disabled={busy || undefined} onClick={onResign}>
          {doText()}
        </Button>
      </DialogActions>
    </ProtectedDialog>
  );
}
