import { IconChevronLeft, IconFlag, IconHistory, IconRobot, IconRobotOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Table } from '../../shared/bridge/contract.ts';
import { escapeInvisible, isolatedName } from '../../shared/peer-text.ts';
import { attempt } from '../core/attempt.ts';
import { useBridge } from '../core/context.tsx';
import { protocolPath } from '../core/protocol-paths.ts';
import { LookAlike } from '../trust/LookAlike.tsx';
import { Seal } from '../trust/Seal.tsx';
import { summarizeChecks } from '../trust/seal-checks.ts';
import { Button } from '../ui/Button.tsx';
import { Identicon } from '../ui/Identicon.tsx';
import { ModeBadge } from '../ui/ModeBadge.tsx';
import { PersonLink } from '../ui/PersonLink.tsx';
import { usePaceText } from '../ui/pace-text.ts';
import { useDifficultyText } from './difficulty-text.ts';
import { ResignDialog } from './play/ResignDialog.tsx';
import { SeatClock } from './play/SeatClock.tsx';
import { useSeats } from './seats.ts';
import styles from './TableHeader.module.css';

interface TableHeaderProps {
  table: Table;
  /** Whose turn it is, or what the page shows. */
  statusText: string;
  /** Opens or closes the side panel. Its button is shown in narrow windows only. */
  onTogglePanel?: () => void;
  /** Target of the back link. */
  backPath?: string;
}

/** The header of a table: the game, both seats, whose turn it is, the seal, and resigning. */
export function TableHeader({ table, statusText, onTogglePanel, backPath = '/tables' }: TableHeaderProps) {
  const { t } = useTranslation('tables');
  const { t: tTrust } = useTranslation('trust');
  const bridge = useBridge();
  const difficultyText = useDifficultyText(table.protocol.protocol_id);
  const [resigning, setResigning] = useState(false);
  const { passedCount: done, hasFailed: failed } = summarizeChecks(table.checks);
  const { me, peer } = table;
  const { onlooking } = useSeats(table);
  const ClientIcon = table.client?.connected ? IconRobot : IconRobotOff;
  const pace = usePaceText().forOptions(table.options);
  return (
    <header className={`${styles.header} on-wood`}>
      <Link
        href={backPath}
        className={styles.backLink}
        aria-label={t(backPath === '/tables' ? 'back' : onlooking ? 'back_to_record' : 'back_to_result')}
      >
        <IconChevronLeft size={18} stroke={1.75} aria-hidden="true" />
      </Link>
      <div className="nowrap">
        <h1 className={styles.title} id="table-title" tabIndex={-1}>
          <Link href={protocolPath(table.protocol.protocol_id)} className={styles.game}>
            {escapeInvisible(table.protocol.name)}
          </Link>
        </h1>
        <div className={`micro ${styles.onWoodDim} ${styles.tableId}`}>
          {t('table_id')}{' '}
          <span className="mono">{((onlooking && table.session_id) || table.table_id).slice(0, 6)}</span>
          {pace !== '' && <span className="wide"> · {pace}</span>}
        </div>
      </div>
      <span className={styles.separator} />
      <span className={`row ${styles.seat} ${styles.ownSeat}`}>
        <Identicon publicKey={me.public_key} mode={table.control_mode} size={28} />
        <b className="wide truncate">{onlooking ? <PersonLink person={me} /> : t('you')}</b>
        {table.client !== null && (
          <span
            className={`row gap1 small ${styles.onWoodDim} ${styles.client}`}
            data-testid="client"
            title={t('client.seat', { name: isolatedName(table.client.name) })}
          >
            <ClientIcon size={16} stroke={1.75} aria-hidden="true" />
            <span className="offscreen">{t('client.seat', { name: isolatedName(table.client.name) })}</span>
            <bdi className="truncate" aria-hidden="true">
              {escapeInvisible(table.client.name)}
            </bdi>
          </span>
        )}
        {me.rating !== null && <span className={`wide small ${styles.onWoodDim}`}>{me.rating}</span>}
        <SeatClock table={table} side="own" />
      </span>
      {peer.nickname !== '' && (
        <>
          <span className={`small ${styles.onWoodDim} ${styles.versus}`}>{t('against')}</span>
          <span className={`row ${styles.seat} ${styles.peer}`}>
            <Identicon publicKey={peer.public_key} mode={table.peer_control_mode} size={28} />
            <b className="truncate">
              <PersonLink person={peer} />
            </b>
            {!onlooking && <LookAlike person={peer} />}
            {peer.rating !== null && <span className={`wide small ${styles.onWoodDim}`}>{peer.rating}</span>}
            {!onlooking && <ModeBadge mode={table.peer_control_mode} claimed={!peer.house} onWood />}
            <SeatClock table={table} side="peer" />
            {table.peer_manner !== null && (
              <span className={`small ${styles.onWoodDim} nowrap`} data-testid="peer-strength">
                {difficultyText.nameOf(table.peer_manner)}
              </span>
            )}
          </span>
        </>
      )}
      <span className={`${styles.turn} small nowrap truncate`} data-testid="turn">
        {statusText}
      </span>
      {!onlooking && (
        <span className="end row nowrap small">
          <Seal checks={table.checks} size={26} onWood />
          <span className="wide">{failed ? tTrust('count_failed') : tTrust('count_short', { done })}</span>
        </span>
      )}
      {onTogglePanel && (
        <Button variant="wood" size="sm" iconOnly className="narrow" aria-label={t('panel')} onClick={onTogglePanel}>
          <IconHistory size={16} stroke={1.75} aria-hidden="true" />
        </Button>
      )}
      {table.phase === 'playing' && table.concession !== 'said' && (
        <Button
          variant="wood"
          size="sm"
          data-action="resign"
          aria-label={t('resign')}
          onClick={() => setResigning(true)}
        >
          <IconFlag size={15} stroke={1.75} aria-hidden="true" />
          <span className="wide">{t('resign')}</span>
        </Button>
      )}
      {resigning && (
        <ResignDialog
          table={table}
          onClose={() => setResigning(false)}
          onResign={() => {
            setResigning(false);
            attempt(() => bridge.tables.resign({ table_id: table.table_id }));
          }}
        />
      )}
    </header>
  );
}
