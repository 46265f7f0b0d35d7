import { IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { committedText } from '../../../shared/tables/commitment.ts';
import { Button } from '../../ui/Button.tsx';
import { formatTimeSeconds } from '../../ui/format.ts';
import { Tag } from '../../ui/Tag.tsx';
import { useSeats } from '../seats.ts';
import { FairnessHand } from './FairnessHand.tsx';
import styles from './FairnessLens.module.css';
import { checkRound, hasRounds } from './fairness.ts';
import { TryItYourself } from './TryItYourself.tsx';

/** The commitments of one round in detail, verified in this window. */
export function FairnessLens({ table, round: number, onClose }: { table: Table; round: number; onClose(): void }) {
  const { t, i18n } = useTranslation('tables');
  const { onlooking } = useSeats(table);
  const round = table.sealed_rounds.find((candidate) => candidate.round === number);
  if (!round) return null;
  const rounds = hasRounds(table);
  const ownHand = round[table.role];
  const peerHand = round[table.role === 'host' ? 'guest' : 'host'];
  const state = checkRound(round);
  const gapMs =
    ownHand.sealed_at !== null && peerHand.sealed_at !== null ? Math.abs(ownHand.sealed_at - peerHand.sealed_at) : null;
  const bothSealedAt = Math.max(ownHand.sealed_at ?? 0, peerHand.sealed_at ?? 0);
  return (
    <section className={`grow ${styles.lens}`} aria-labelledby="lens-title" data-region="board" tabIndex={-1}>
      <header className="row wrap">
        <div className={styles.title}>
          <h2 id="lens-title">{t(rounds ? 'fair.round' : 'fair.opening', { number: number + 1 })}</h2>
          <p className="dim small">
            {!rounds
              ? t('fair.openings_intro')
              : gapMs === null
                ? t('fair.intro')
                : t('fair.apart', {
                    seconds: (gapMs / 1000).toFixed(1),
                    time: formatTimeSeconds(i18n.language, bothSealedAt),
                  })}
          </p>
        </div>
        {state !== 'open' && (
          <Tag tone={state === 'same' ? 'good' : 'bad'}>
            {t(state === 'same' ? 'fair.both_match' : 'fair.no_match')}
          </Tag>
        )}
        <Button size="sm" onClick={onClose}>
          {t('fair.back')}
        </Button>
      </header>
      <div className={styles.pair}>
        <FairnessHand person={table.me} own={!onlooking} mode={table.control_mode} hand={ownHand} />
        <FairnessHand person={table.peer} own={false} mode={table.peer_control_mode} hand={peerHand} />
      </div>
      {ownHand.value !== null && ownHand.nonce !== null && ownHand.sealed !== null && (
        <TryItYourself key={number} text={committedText(ownHand.value, ownHand.nonce)} sealed={ownHand.sealed} />
      )}
      <p className="small faint row">
        <IconInfoCircle size={17} stroke={1.75} aria-hidden="true" />
        {t(rounds ? 'fair.if_not' : 'fair.openings_if_not')}
      </p>
    </section>
  );
}
