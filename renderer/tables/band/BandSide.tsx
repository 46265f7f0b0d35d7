import { IconRobot, IconRobotOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { escapeInvisible, isolatedName } from '../../../shared/peer-text.ts';
import { isOver } from '../../../shared/tables/rematch.ts';
import { useApp } from '../../core/context.tsx';
import { useLabels } from '../../core/use-labels.ts';
import { LookAlike } from '../../trust/LookAlike.tsx';
import { Identicon } from '../../ui/Identicon.tsx';
import { PersonLink } from '../../ui/PersonLink.tsx';
import { SeatPiece } from '../../ui/SeatPiece.tsx';
import { useDifficultyText } from '../difficulty-text.ts';
import { useSeats } from '../seats.ts';
import { SideState } from './SideState.tsx';
import styles from './TableBand.module.css';

interface BandSideProps {
  table: Table;
  side: 'own' | 'peer';
  /** Parlor's own board is on screen; it draws the pieces as the protocol's labels say. */
  ownBoard: boolean;
}

/** One side of a table in the band: picture, name, piece, rating, who plays there, and its clock or outcome. */
export function BandSide({ table, side, ownBoard }: BandSideProps) {
  const { t } = useTranslation('tables');
  const { t: tApp } = useTranslation();
  const { onlooking } = useSeats(table);
  const { pieces } = useLabels(table.protocol.protocol_id);
  const difficultyText = useDifficultyText(table.protocol.protocol_id);
  const isOwn = side === 'own';
  const person = isOwn ? table.me : table.peer;
  const role = isOwn ? table.role : table.role === 'host' ? 'guest' : 'host';
  const { peer_control_mode, peer_manner } = table;
  const change = table.result?.rating?.applied ? table.result.rating[isOwn ? 'mine' : 'theirs'] : null;
  // The own rating changes with other games that end meanwhile.
  const ownRating = useApp((app) => (app.identity?.public_key === person.public_key ? (app.me?.rating ?? null) : null));
  const current = isOver(table) ? null : ownRating;
  const rating = change?.after ?? current ?? person.rating;
  const ClientIcon = table.client?.connected ? IconRobot : IconRobotOff;
  return (
    <div className={styles.side} data-side={side}>
      <span className={styles.picture}>
        <Identicon
          publicKey={person.public_key}
          mode={isOwn ? table.control_mode : peer_control_mode}
          house={person.house}
          size={32}
        />
      </span>
      <div className={styles.who}>
        <div className={styles.name}>
          {isOwn && !onlooking ? t('you') : <PersonLink person={person} />}
          {!isOwn && !onlooking && <LookAlike person={person} />}
        </div>
        <div className={styles.facts}>
          {pieces && ownBoard && (
            <>
              <SeatPiece seat={role} size={12} />
              <span className="offscreen">{pieces[role]}</span>
            </>
          )}
          {rating !== null && <span>{rating}</span>}
          {isOwn && table.client !== null && (
            <span
              className={`row gap1 ${styles.client}`}
              data-testid="client"
              title={t('client.seat', { name: isolatedName(table.client.name) })}
            >
              <ClientIcon size={14} stroke={1.75} aria-hidden="true" />
              <span className="offscreen">{t('client.seat', { name: isolatedName(table.client.name) })}</span>
              <bdi className="truncate" aria-hidden="true">
                {escapeInvisible(table.client.name)}
              </bdi>
            </span>
          )}
          {!isOwn && !onlooking && !person.house && (
            <span>{tApp('mode.says', { mode: tApp(`mode.${peer_control_mode}`) })}</span>
          )}
          {!isOwn && peer_manner !== null && (
            <span data-testid="peer-strength">{difficultyText.nameOf(peer_manner)}</span>
          )}
        </div>
      </div>
      <SideState table={table} side={side} />
    </div>
  );
}
