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
import { escapeInvisible } from '../../../shared/peer-text.ts';
import { messageTextOf } from '../../core/labels.ts';
import { useLabels } from '../../core/use-labels.ts';
import { Button } from '../../ui/Button.tsx';
import { formatTimeSeconds } from '../../ui/format.ts';
import { Select } from '../../ui/Select.tsx';
import { useOutcomeText } from '../outcome-text.ts';
import { useSeats } from '../seats.ts';
import { nextChange, type Position } from './positions.ts';
import styles from './ReplayBar.module.css';
import type { Comparison } from './use-advice.ts';

interface ReplayBarProps {
  table: Table;
  positions: Position[];
  index: number;
  playing: boolean;
  onSeek(index: number): void;
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
  index,
  playing,
  onSeek,
  onToggle,
  speed,
  speeds,
  onSpeed,
  comparisons,
}: ReplayBarProps) {
  const { t, i18n } = useTranslation('record');
  const { t: tApp } = useTranslation();
  const outcome = useOutcomeText();
  const lastIndex = positions.length - 1;
  const position = positions[index];
  const { isOwn, nameOf } = useSeats(table);
  const labels = useLabels(table.protocol.protocol_id);

  const descriptionText = () => {
    if (!position?.frame) return t('replay.before');
    const { by, action } = position.frame;
    const [own, peer] = [isOwn(by), nameOf(by)];
    // Whether the frame was a move or a chat message shows in the counts of the position.
    const previousPosition = positions[index - 1];
    const move = position.moves > (previousPosition?.moves ?? 0) ? table.moves[position.moves - 1] : undefined;
    if (index === lastIndex) return outcome(table).line;
    if (position.talkCount > (previousPosition?.talkCount ?? 0))
      return t(own ? 'replay.you_said' : 'replay.said', { peer });
    if (move)
      return t(isOwn(move.by) ? 'replay.you_played' : 'replay.played', {
        peer: nameOf(move.by),
        text: escapeInvisible(move.text),
      });
    if (action === '') return t('replay.other', { peer });
    const readable = messageTextOf(position.frame.text, labels) ?? escapeInvisible(action).slice(0, 64);
    return t(own ? 'replay.you_sent' : 'replay.sent', { peer, text: readable });
  };
  const progress = t('replay.message', { number: index, count: lastIndex });
  const time = position?.frame ? formatTimeSeconds(i18n.language, position.frame.at) : '';
  const description = descriptionText();
  const differentAdvice = position?.notes
    .map(({ seq }) => comparisons.get(seq))
    .find((decision) => decision && !decision.same)?.advised;
  const iconProps = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;
  return (
    <section className={`${styles.bar} on-wood`} data-region="decision" aria-label={t('replay.bar')} tabIndex={-1}>
      <div className={styles.text}>
        <div className={`${styles.sentence} truncate`} role="status" data-testid="replay-announcement">
          {description}
        </div>
        <div className={`${styles.detail} truncate`}>
          <span data-testid="replay-place">{progress}</span>
          {time !== '' && tApp('aside', { text: time })}
          {differentAdvice && (
            <span data-testid="replay-advice">
              {' · '}
              {t('replay.advice.other', { label: escapeInvisible(differentAdvice.label) })}
              {differentAdvice.reason && (
                <>
                  {' '}
                  <bdi className={styles.reason}>{escapeInvisible(differentAdvice.reason)}</bdi>
                </>
              )}
            </span>
          )}
        </div>
      </div>
      <div className={styles.steps}>
        <Button variant="wood" iconOnly aria-label={t('replay.first')} disabled={index === 0} onClick={() => onSeek(0)}>
          <IconPlayerSkipBack {...iconProps} />
        </Button>
        <Button
          variant="wood"
          iconOnly
          aria-label={t('replay.back')}
          disabled={index === 0}
          onClick={() => onSeek(nextChange(positions, index, -1))}
        >
          <IconChevronLeft {...iconProps} />
        </Button>
        <Button variant="wood" aria-pressed={playing} className={styles.play} onClick={onToggle}>
          {playing ? <IconPlayerPause {...iconProps} /> : <IconPlayerPlay {...iconProps} />}
          {t(playing ? 'replay.pause' : 'replay.play')}
        </Button>
        <Button
          variant="wood"
          iconOnly
          aria-label={t('replay.forward')}
          disabled={index === lastIndex}
          onClick={() => onSeek(nextChange(positions, index, 1))}
        >
          <IconChevronRight {...iconProps} />
        </Button>
        <Button
          variant="wood"
          iconOnly
          aria-label={t('replay.last')}
          disabled={index === lastIndex}
          onClick={() => onSeek(lastIndex)}
        >
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
        max={lastIndex}
        step={1}
        value={index}
        aria-label={t('replay.track')}
        aria-valuetext={`${progress}. ${description}`}
        onChange={(event) => onSeek(Number(event.currentTarget.value))}
      />
    </section>
  );
}
