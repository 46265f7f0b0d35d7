import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { isRated } from '../../../shared/community/rating.ts';
import { isolatedName } from '../../../shared/peer-text.ts';
import type { Problem } from '../../core/problem.ts';
import { Button } from '../../ui/Button.tsx';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import { ProtectedDialog } from '../../ui/ProtectedDialog.tsx';

interface ResignDialogProps {
  table: Table;
  /** Resigning is under way. */
  busy: boolean;
  problem: Problem | null;
  onClose(): void;
  onResign(): void;
}

/** States what resigning costs at this table; the default is to keep playing. */
export function ResignDialog({ table, busy, problem, onClose, onResign }: ResignDialogProps) {
  const { t } = useTranslation('tables');
  const isChat = table.protocol.mode === 'free';
  const peer = isolatedName(table.peer.nickname);
  const consequence = () => {
    if (isChat) return t('leave_body');
    if (table.concession === 'open') return t('resign_gives', { peer });
    if (table.concession === 'early') return t('resign_early');
    return t(isRated(table.protocol.family) ? 'resign_unknown' : 'resign_body', { peer });
  };
  return (
    <ProtectedDialog title={t(isChat ? 'leave_title' : 'resign_title')} onClose={onClose}>
      <p className="dim measure" style={{ marginTop: 'var(--s2)' }}>
        {consequence()}
      </p>
      {problem && <ProblemLine problem={problem} />}
      <DialogActions>
        <Button data-autofocus variant="primary" onClick={onClose}>
          {t(isChat ? 'leave_stay' : 'resign_stay')}
        </Button>
        <Button className="end" variant="danger" aria-disabled={busy || undefined} onClick={onResign}>
          {t(busy ? (isChat ? 'leaving' : 'resigning') : isChat ? 'leave_do' : 'resign_do')}
        </Button>
      </DialogActions>
    </ProtectedDialog>
  );
}
