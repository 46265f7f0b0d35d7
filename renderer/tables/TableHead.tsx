import { IconChevronLeft, IconFlag, IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Table } from '../../shared/bridge/contract.ts';
import { useBridge } from '../app/context.tsx';
import { Button } from '../look/Button.tsx';
import { ModeBadge } from '../look/ModeBadge.tsx';
import { PersonLink } from '../look/PersonLink.tsx';
import { visible } from '../look/peer-text.ts';
import { Quilt } from '../look/Quilt.tsx';
import { protocolPath } from '../protocols/paths.ts';
import { checkedCount } from '../trust/checks.ts';
import { Seal } from '../trust/Seal.tsx';
import { ResignDialog } from './ResignDialog.tsx';
import styles from './Table.module.css';

interface TableHeadProps {
  table: Table;
  /** Whose move it is, in the window's brass. */
  turn: string;
  onPanel?: () => void;
  /** Where the way back leads. */
  back?: string;
}

/** Wood across the table: the game, the two seats, whose move, the seal, and the way out. */
export function TableHead({ table, turn, onPanel, back = '/tables' }: TableHeadProps) {
  const { t } = useTranslation('tables');
  const { t: trust } = useTranslation('trust');
  const bridge = useBridge();
  const [resigning, setResigning] = useState(false);
  const { done, failed } = checkedCount(table.checks);
  const { me, peer } = table;
  return (
    <header className={`${styles.bezel} onwood`}>
      <Link href={back} className={styles.back} aria-label={t(back === '/tables' ? 'back' : 'back_to_result')}>
        <IconChevronLeft size={18} stroke={1.75} aria-hidden="true" />
      </Link>
      <div className="nowrap">
        <h1 className={styles.title} id="table-title" tabIndex={-1}>
          <Link href={protocolPath(table.protocol.protocol_id)} className={styles.game}>
            {visible(table.protocol.name)}
          </Link>
        </h1>
        <div className={`micro ${styles.onwood2}`}>
          {t('table_id')} <span className="mono">{table.table_id.slice(0, 6)}</span>
        </div>
      </div>
      <span className={styles.rule} />
      <span className={styles.seat}>
        <Quilt publicKey={me.public_key} mode={table.control_mode} size={28} />
        <b className="wide">{t('you')}</b>
        {me.rating !== null && <span className={`wide small ${styles.onwood2}`}>{me.rating}</span>}
      </span>
      <span className={`small ${styles.onwood2}`}>{t('against')}</span>
      <span className={styles.seat}>
        <Quilt publicKey={peer.public_key} mode={table.peer_control_mode} size={28} />
        <b className="cut">
          <PersonLink person={peer} />
        </b>
        {peer.rating !== null && <span className={`wide small ${styles.onwood2}`}>{peer.rating}</span>}
        <ModeBadge mode={table.peer_control_mode} said={!peer.house} onWood />
      </span>
      <span className={`${styles.turn} small nowrap cut`} data-testid="turn">
        {turn}
      </span>
      <span className="end row nowrap small">
        <Seal checks={table.checks} size={26} onWood />
        <span className="wide">{failed ? trust('count_failed') : trust('count_short', { done })}</span>
      </span>
      {onPanel && (
        <Button look="wood" size="sm" icon className="narrow" aria-label={t('panel')} onClick={onPanel}>
          <IconHistory size={16} stroke={1.75} aria-hidden="true" />
        </Button>
      )}
      {table.phase === 'playing' && (
        <Button look="wood" size="sm" data-action="resign" aria-label={t('resign')} onClick={() => setResigning(true)}>
          <IconFlag size={15} stroke={1.75} aria-hidden="true" />
          <span className="wide">{t('resign')}</span>
        </Button>
      )}
      {resigning && (
        <ResignDialog
          talk={table.protocol.mode === 'free'}
          onClose={() => setResigning(false)}
          onResign={async () => {
            setResigning(false);
            await bridge.tables.resign({ table_id: table.table_id });
          }}
        />
      )}
    </header>
  );
}
