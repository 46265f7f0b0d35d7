import { IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { isOver } from '../../../shared/tables/rematch.ts';
import { useLabels } from '../../core/use-labels.ts';
import { useSeats } from '../seats.ts';
import { checkRound, hasRounds, type SealedRound } from './fairness.ts';
import styles from './SealedHands.module.css';

interface SealedHandsProps {
  table: Table;
  /** The selected round. */
  selectedRound?: number;
  onSelectRound(round: number): void;
}

const icons = {
  same: { Icon: IconCircleCheck, tone: 'good' },
  open: { Icon: IconCircleDashed, tone: 'faint' },
  different: { Icon: IconCircleX, tone: 'bad' },
};

/** All rounds, with the verification of both commitments. */
export function SealedHands({ table, selectedRound, onSelectRound }: SealedHandsProps) {
  const { t } = useTranslation('tables');
  const { onlooking } = useSeats(table);
  const { value } = useLabels(table.protocol.protocol_id);
  const rounds = hasRounds(table);
  const isEnded = isOver(table);
  const ownHand = (round: SealedRound) => round[table.role];
  const peerHand = (round: SealedRound) => round[table.role === 'host' ? 'guest' : 'host'];
  const summaryOf = (round: SealedRound) => {
    const [own, other] = [ownHand(round).value, peerHand(round).value];
    if (own !== null && other !== null) return t('fair.against', { own: value(own), other: value(other) });
    if (!rounds) return value(own ?? other ?? '');
    if (onlooking) return '';
    if (isEnded) return t('fair.unplayed');
    if (ownHand(round).sealed !== null) return t('fair.you_sealed');
    return t('fair.nothing_sealed');
  };
  return (
    <section>
      <h2 className="h3">{t(rounds ? 'fair.title' : 'fair.openings')}</h2>
      <ul className={styles.rounds}>
        {table.sealed_rounds.map((round) => {
          const state = checkRound(round);
          const { Icon, tone } = icons[state];
          return (
            <li key={round.round}>
              <button
                type="button"
                className={styles.round}
                aria-pressed={selectedRound === undefined ? undefined : selectedRound === round.round}
                onClick={() => onSelectRound(round.round)}
              >
                <Icon size={22} stroke={1.75} className={tone} aria-hidden="true" />
                <span className="grow">
                  <b>{t(rounds ? 'fair.round' : 'fair.opening', { number: round.round + 1 })}</b>
                  <span className="small faint truncate block">{summaryOf(round)}</span>
                </span>
                <span className={`small ${tone}`}>
                  {t(state === 'open' && isEnded ? 'fair.state.unplayed' : `fair.state.${state}`)}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
