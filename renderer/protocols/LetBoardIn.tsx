import { IconBan, IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ProtocolPage } from '../../shared/bridge/contract.ts';
import { asProblem } from '../app/problem.ts';
import { ProblemLine } from '../identity/ProblemLine.tsx';
import { Button } from '../look/Button.tsx';
import { bytes, shortHash } from '../look/format.ts';
import { HouseDialog } from '../look/HouseDialog.tsx';
import { isolated } from '../look/peer-text.ts';
import { useBring } from './asking.ts';
import { type BoardFacts, FileTable } from './BoardTab.tsx';
import styles from './Protocol.module.css';

const cannot = ['network', 'disk', 'key', 'window'] as const;
const can = ['draw', 'answer'] as const;

interface LetBoardInProps {
  page: ProtocolPage;
  board: BoardFacts;
  onClose(): void;
}

/** Asks before a stranger's board is kept and shown: whose it is, what is in it, what it can and cannot do. */
export function LetBoardIn({ page, board, onClose }: LetBoardInProps) {
  const { t, i18n } = useTranslation('protocols');
  const bring = useBring(page.protocol_id);
  const letIn = () => bring.mutate({ manifest_hash: board.manifest_hash }, { onSuccess: onClose });
  return (
    <HouseDialog title={t('let_in.title', { name: isolated(page.name) })} onClose={onClose}>
      <p className="dim measure" style={{ marginTop: 6 }}>
        {t('let_in.body', {
          author: shortHash(board.author),
          files: t('board.files', { count: board.files.length, size: bytes(i18n.language, board.size_bytes) }),
        })}
      </p>
      <div className={styles.consent}>
        <ul>
          {cannot.map((each) => (
            <li key={each}>
              <IconBan size={16} stroke={1.75} className="bad" aria-hidden="true" />
              {t(`let_in.cannot.${each}`)}
            </li>
          ))}
          {can.map((each) => (
            <li key={each}>
              <IconCheck size={16} stroke={1.75} className="good" aria-hidden="true" />
              {t(`let_in.can.${each}`)}
            </li>
          ))}
        </ul>
        <div className={styles.consentfiles}>
          <FileTable board={board} />
        </div>
      </div>
      {bring.error && <ProblemLine problem={asProblem(bring.error)} />}
      <div className="row" style={{ marginTop: 18 }}>
        <Button data-autofocus onClick={onClose}>
          {t('let_in.not')}
        </Button>
        <Button className="end" look="primary" disabled={bring.isPending} onClick={letIn}>
          {t('let_in.do')}
        </Button>
      </div>
    </HouseDialog>
  );
}
