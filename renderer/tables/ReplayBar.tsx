import {
  IconChevronLeft,
  IconChevronRight,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../shared/bridge/contract.ts';
import { Button } from '../look/Button.tsx';
import { clockTimeSeconds } from '../look/format.ts';
import { isolated, visible } from '../look/peer-text.ts';
import { useOutcomeWords } from './outcome-words.ts';
import styles from './Replay.module.css';
import { nextChange, type Position } from './replay.ts';

interface ReplayBarProps {
  table: Table;
  positions: Position[];
  at: number;
  playing: boolean;
  onGo(index: number): void;
  onToggle(): void;
}

/** Wood under the felt: what was said at this place, and the ways to another one. */
export function ReplayBar({ table, positions, at, playing, onGo, onToggle }: ReplayBarProps) {
  const { t, i18n } = useTranslation('record');
  const outcome = useOutcomeWords();
  const last = positions.length - 1;
  const position = positions[at];
  const peer = isolated(table.peer.nickname);

  const sentence = () => {
    if (!position?.frame) return t('replay.before');
    const { by, action } = position.frame;
    const own = by === table.role;
    const before = positions[at - 1];
    const move = position.moves > (before?.moves ?? 0) ? table.moves[position.moves - 1] : undefined;
    if (at === last) return outcome(table).short;
    if (position.said > (before?.said ?? 0)) return t(own ? 'replay.you_said' : 'replay.said', { peer });
    if (move)
      return t(move.by === table.role ? 'replay.you_played' : 'replay.played', { peer, text: visible(move.text) });
    const what = { peer, action: visible(action).slice(0, 64) };
    return action === '' ? t('replay.other', { peer }) : t(own ? 'replay.you_sent' : 'replay.sent', what);
  };
  const place = t('replay.message', { number: at, count: last });
  const time = position?.frame ? clockTimeSeconds(i18n.language, position.frame.at) : '';
  const said = sentence();
  const sizes = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;
  return (
    <section className={`${styles.bar} onwood`} data-region="decision" aria-label={t('replay.bar')} tabIndex={-1}>
      <div className={styles.words}>
        <div className={`${styles.sentence} cut`} role="status" data-testid="replay-said">
          {said}
        </div>
        <div className={`${styles.sub} cut`}>
          <span data-testid="replay-place">{place}</span>
          {time !== '' && `, ${time}`}
        </div>
      </div>
      <div className={styles.steps}>
        <Button look="wood" icon aria-label={t('replay.first')} disabled={at === 0} onClick={() => onGo(0)}>
          <IconPlayerSkipBack {...sizes} />
        </Button>
        <Button
          look="wood"
          icon
          aria-label={t('replay.back')}
          disabled={at === 0}
          onClick={() => onGo(nextChange(positions, at, -1))}
        >
          <IconChevronLeft {...sizes} />
        </Button>
        <Button look="wood" aria-pressed={playing} className={styles.play} onClick={onToggle}>
          {playing ? <IconPlayerPause {...sizes} /> : <IconPlayerPlay {...sizes} />}
          {t(playing ? 'replay.pause' : 'replay.play')}
        </Button>
        <Button
          look="wood"
          icon
          aria-label={t('replay.forward')}
          disabled={at === last}
          onClick={() => onGo(nextChange(positions, at, 1))}
        >
          <IconChevronRight {...sizes} />
        </Button>
        <Button look="wood" icon aria-label={t('replay.last')} disabled={at === last} onClick={() => onGo(last)}>
          <IconPlayerSkipForward {...sizes} />
        </Button>
      </div>
      <input
        className={styles.track}
        type="range"
        min={0}
        max={last}
        step={1}
        value={at}
        aria-label={t('replay.track')}
        aria-valuetext={`${place}. ${said}`}
        onChange={(event) => onGo(Number(event.currentTarget.value))}
      />
    </section>
  );
}
