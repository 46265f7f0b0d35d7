import { IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { isOver } from '../../../shared/tables/rematch.ts';
import { useLabels } from '../../core/use-labels.ts';
import { TextButton } from '../../ui/TextButton.tsx';
import { useSeats } from '../seats.ts';
import { checkRound, hasRounds, type SealedRound } from './fairness.ts';
import styles from './SealedHands.module.css';

interface SealedHandsProps {
  table: Table;
  /** Earlier in a replay, a sealed hand still waits to be revealed. */
  isEnded?: boolean;
  onSelectRound(round: number): void;
}

const icons = {
  same: { Icon: IconCircleCheck, tone: 'good' },
  open: { Icon: IconCircleDashed, tone: 'faint' },
  different: { Icon: IconCircleX, tone: 'bad' },
};

/** More rounds are one line until they are asked for, and then shown in steps of `stepSize`. */
const shortListMax = 6;
const stepSize = 20;

/** The rounds with the verification of both commitments. Those that don't match are always shown. */
export function SealedHands({ table, isEnded = isOver(table), onSelectRound }: SealedHandsProps) {
  const { t } = useTranslation('tables');
  const { onlooking } = useSeats(table);
  const { value } = useLabels(table.protocol.protocol_id);
  const rounds = hasRounds(table);
  const ownHand = (round: SealedRound) => round[table.role];
  const peerHand = (round: SealedRound) => round[table.role === 'host' ? 'guest' : 'host'];
  const summaryOf = (round: SealedRound) => {
    const [own, other] = [ownHand(round).value, peerHand(round).value];
    if (own !== null && other !== null) return t('fair.against', { own: value(own), other: value(other) });
    if (!rounds) return value(own ?? other ?? '');
    if (onlooking) return '';
    if (isEnded) return t('fair.unplayed');
    if (table.chosen.own || ownHand(round).sealed !== null) return t('fair.you_sealed');
    return t(table.chosen.peer ? 'fair.peer_sealed' : 'fair.nothing_sealed');
  };
  const all = table.sealed_rounds;
  const differing = all.filter((round) => checkRound(round) === 'different');
  const openCount = all.filter((round) => checkRound(round) === 'open').length;
  const isShort = all.length <= shortListMax;
  const [shownCount, setShownCount] = useState(0);
  const shown = isShort ? all : shownCount > 0 ? all.slice(0, shownCount) : differing;
  const summary =
    differing.length > 0
      ? t('fair.sum_different', { count: all.length, different: differing.length })
      : openCount > 0
        ? t('fair.sum_open', { count: all.length, open: openCount })
        : t('fair.sum_same', { count: all.length });
  return (
    <section className="col">
      <h2 className="h3">{t(rounds ? 'fair.title' : 'fair.openings')}</h2>
      {!isShort && (
        <div className="row">
          <span className={`small grow ${differing.length > 0 ? 'bad strong' : 'dim'}`} data-testid="commitments">
            {summary}
          </span>
          <TextButton
            aria-expanded={shownCount > 0}
            onClick={() => setShownCount(shownCount > 0 ? 0 : Math.min(stepSize, all.length))}
          >
            {t(shownCount > 0 ? 'fair.hide' : 'fair.show')}
          </TextButton>
        </div>
      )}
      <ul className={styles.rounds}>
        {shown.map((round) => {
          const state = checkRound(round);
          const { Icon, tone } = icons[state];
          return (
            <li key={round.round}>
              <button type="button" className={styles.round} onClick={() => onSelectRound(round.round)}>
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
      {shownCount > 0 && shownCount < all.length && (
        <TextButton className="start" onClick={() => setShownCount(shownCount + stepSize)}>
          {t('fair.more', { count: Math.min(stepSize, all.length - shownCount) })}
        </TextButton>
      )}
    </section>
  );
}
