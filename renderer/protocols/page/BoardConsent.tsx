import { IconBan, IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ProtocolBoard, ProtocolPage } from '../../../shared/bridge/contract.ts';
import { isolatedName } from '../../../shared/peer-text.ts';
import { asProblem } from '../../core/problem.ts';
import { Button } from '../../ui/Button.tsx';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { formatBytes, shortHash } from '../../ui/format.ts';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import { ProtectedDialog } from '../../ui/ProtectedDialog.tsx';
import { useDownload } from '../queries.ts';
import styles from './BoardConsent.module.css';
import { FileTable } from './FileTable.tsx';

const denied = ['network', 'disk', 'key', 'window'] as const;
const allowed = ['draw', 'answer'] as const;

interface BoardConsentProps {
  page: ProtocolPage;
  board: ProtocolBoard;
  onClose(): void;
}

/** Asks for consent before an untrusted board is stored; shows its author, files and permissions. */
export function BoardConsent({ page, board, onClose }: BoardConsentProps) {
  const { t, i18n } = useTranslation('protocols');
  const download = useDownload(page.protocol_id);
  const consent = () => download.mutate({ manifest_hash: board.manifest_hash }, { onSuccess: onClose });
  return (
    <ProtectedDialog title={t('let_in.title', { name: isolatedName(page.name) })} onClose={onClose}>
      <p className="dim measure" style={{ marginTop: 'var(--s2)' }}>
        {t('let_in.body', {
          author: shortHash(board.author),
          files: t('board.files', { count: board.files.length, size: formatBytes(i18n.language, board.size_bytes) }),
        })}
      </p>
      <div className={styles.consent}>
        <ul>
          {denied.map((permission) => (
            <li key={permission}>
              <IconBan size={16} stroke={1.75} className="bad" aria-hidden="true" />
              {t(`let_in.cannot.${permission}`)}
            </li>
          ))}
          {allowed.map((permission) => (
            <li key={permission}>
              <IconCheck size={16} stroke={1.75} className="good" aria-hidden="true" />
              {t(`let_in.can.${permission}`)}
            </li>
          ))}
        </ul>
        <div className={styles.files}>
          <FileTable board={board} />
        </div>
      </div>
      {download.error && <ProblemLine problem={asProblem(download.error)} />}
      <DialogActions>
        <Button data-autofocus onClick={onClose}>
          {t('let_in.not')}
        </Button>
        <Button className="end" variant="primary" disabled={download.isPending} onClick={consent}>
          {t('let_in.do')}
        </Button>
      </DialogActions>
    </ProtectedDialog>
  );
}
