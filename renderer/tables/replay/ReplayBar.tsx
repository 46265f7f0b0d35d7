import {
  IconChevronLeft,
  IconChevronRight,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { visible } from '../../../shared/peer-text.ts';
import { Button } from '../../ui/Button.tsx';
import { clockTimeSeconds } from '../../ui/format.ts';
import { Select } from '../../ui/Select.tsx';
import { useOutcomeText } from '../outcome-text.ts';
import { useSeats } from '../seats.ts';
import { nextChange, type Position } from './positions.ts';
import styles from './ReplayBar.module.css';
import type { Comparison } from './use-advice.ts';

interface ReplayBarProps {
  table: Table;
  positions: Position[];
  at: number;
  playing: boolean;
  onGo(index: number): void;
  onToggle(): void;
  speed: number;
  speeds: readonly number[];
  onSpeed(speed: number): void;
  /** By the number of the decision's line in the record. */
  comparisons: ReadonlyMap<number, Comparison>;
}

/** Describes the position on screen, and moves to others. */
export function ReplayBar({
  table,
  positions,
  at,
  playing,
  onGo,
  onToggle,
  speed,
  speeds,
  onSpeed,
  comparisons,
}: ReplayBarProps) {
  const { t, i18n } = useTranslation('record');
  const outcome = useOutcomeText();
  const last = positions.length - 1;
  const position = positions[at];
  const { isOwn, nameOf } = useSeats(table);

  const sentence = () => {
    if (!position?.frame) return t('replay.before');
    const { by, action } = position.frame;
    const [own, peer] = [isOwn(by), nameOf(by)];
    // What the frame added to the position says what it was.
    const before = positions[at - 1];
    const move = position.moves > (before?.moves ?? 0) ? table.moves[position.moves - 1] : undefined;
    if (at === last) return outcome(table).short;
    if (position.talkCount > (before?.talkCount ?? 0)) return t(own ? 'replay.you_said' : 'replay.said', { peer });
    if (move)
      return t(isOwn(move.by) ? 'replay.you_played' : 'replay.played', {
        peer: nameOf(move.by),
        text: visible(move.text),
      });
    const params = { peer, action: visible(action).slice(0, 64) };
    return action === '' ? t('replay.other', { peer }) : t(own ? 'replay.you_sent' : 'replay.sent', params);
  };
  const progress = t('replay.message', { number: at, count: last });
  const time = position?.frame ? clockTimeSeconds(i18n.language, position.frame.at) : '';
  const description = sentence();
  const differentAdvice = position?.notes
    .map(({ seq }) => comparisons.get(seq))
    .find((decision) => decision && !decision.same)?.advised;
  const iconProps = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;
  return (
    <section className={`${styles.bar} onwood`} data-region="decision" aria-label={t('replay.bar')} tabIndex={-1}>
      <div className={styles.text}>
        <div className={`${styles.sentence} cut`} role="status" data-testid="replay-announcement">
          {description}
        </div>
        <div className={`${styles.sub} cut`}>
          <span data-testid="replay-place">{progress}</span>
          {time !== '' && `, ${time}`}
          {differentAdvice && (
            <span data-testid="replay-advice">
              {' · '}
              {t('replay.advice.other', { label: visible(differentAdvice.label) })}
              {differentAdvice.reason && (
                <>
                  {' '}
                  <bdi className={styles.reason}>{visible(differentAdvice.reason)}</bdi>
                </>
              )}
            </span>
          )}
        </div>
      </div>
      <div className={styles.steps}>
        <Button look="wood" icon aria-label={t('replay.first')} disabled={at === 0} onClick={() => onGo(0)}>
          <IconPlayerSkipBack {...iconProps} />
        </Button>
        <Button
          look="wood"
          icon
          aria-label={t('replay.back')}
          disabled={at === 0}
          onClick={() => onGo(nextChange(positions, at, -1))}
        >
          <IconChevronLeft {...iconProps} />
        </Button>
        <Button look="wood" aria-pressed={playing} className={styles.play} onClick={onToggle}>
          {playing ? <IconPlayerPause {...iconProps} /> : <IconPlayerPlay {...iconProps} />}
          {t(playing ? 'replay.pause' : 'replay.play')}
        </Button>
        <Button
          look="wood"
          icon
          aria-label={t('replay.forward')}
          disabled={at === last}
          onClick={() => onGo(nextChange(positions, at, 1))}
        >
          <IconChevronRight {...iconProps} />
        </Button>
        <Button look="wood" icon aria-label={t('replay.last')} disabled={at === last} onClick={() => onGo(last)}>
          <IconPlayerSkipForward {...iconProps} />
        </Button>
        <Select
          label={t('replay.speed')}
          className={styles.speed}
          value={String(speed)}
          options={speeds.map((factor) => ({ value: String(factor), label: t('replay.times', { speed: factor }) }))}
          onChange={(value) => onSpeed(Number(value))}
        />
      </div>
      <input
        className={styles.track}
        type="range"
        min={0}
        max={last}
        step={1}
        value={at}
        aria-label={t('replay.track')}
        aria-valuetext={`${progress}. ${description}`}
        onChange={(event) => onGo(Number(event.currentTarget.value))}
      />
    </section>
  );
}
