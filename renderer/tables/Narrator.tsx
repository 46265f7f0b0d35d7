import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../shared/bridge/contract.ts';
import { wholeSeconds } from '../look/format.ts';
import { isolated } from '../look/peer-text.ts';
import { choiceOf } from './decision.ts';
import { isBell, spokenSeconds, type Told, toldBetween } from './narration.ts';
import { useOutcomeWords } from './outcome-words.ts';
import { type Cell, positionOf, spokenRow } from './view-shape.ts';

const joinMs = 700;
const keptLines = 12;

/** The story (polite) and the bell (at once), outside every frame and in Parlor's own words, never the board's. */
export function Narrator({ table }: { table: Table }) {
  const { t } = useTranslation('tables');
  const outcome = useOutcomeWords();
  const [story, setStory] = useState<{ id: number; text: string }[]>([]);
  const [bell, setBell] = useState('');
  const before = useRef<Table | null>(null);
  const waiting = useRef<string[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const spokenAt = useRef(Number.NEGATIVE_INFINITY);
  const lines = useRef(0);
  const latest = useRef(table);
  latest.current = table;

  const tell = (sentence: string) => {
    if (sentence === '') return;
    waiting.current.push(sentence);
    if (timer.current !== null) return;
    timer.current = setTimeout(
      () => {
        timer.current = null;
        spokenAt.current = performance.now();
        lines.current += 1;
        const line = { id: lines.current, text: waiting.current.splice(0).join(' ') };
        setStory((told) => [...told, line].slice(-keptLines));
      },
      Math.max(0, spokenAt.current + joinMs - performance.now()),
    );
  };

  const words = (told: Told): string => {
    const peer = isolated(table.peer.nickname);
    const { ask } = table;
    if (told.kind === 'began') return t('story.began', { game: table.protocol.name, peer });
    if (told.kind === 'moved') return t(told.own ? 'story.you_moved' : 'story.moved', { peer, text: told.text });
    if (told.kind === 'summed') return t('story.summed', { count: told.moves });
    if (told.kind === 'opened') return t('story.opened');
    if (told.kind === 'quiet') return t('bar.quiet', { peer });
    if (told.kind === 'back') return t('story.back', { peer });
    if (told.kind === 'over' || told.kind === 'reported') {
      const { long, points } = outcome(table);
      return `${long} ${points}`.trim();
    }
    if (!ask) return '';
    if (told.kind === 'asked') {
      return ask.deadline_at === null
        ? t('story.your_move')
        : t('story.your_move_in', { seconds: wholeSeconds(ask.deadline_at - Date.now()) });
    }
    const label = choiceOf(table, ask.proposal)?.label ?? '';
    return ask.plays_at === null
      ? t('story.proposed', { label })
      : t('story.proposed_in', { label, seconds: wholeSeconds(ask.plays_at - Date.now()) });
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: told once per snapshot
  useEffect(() => {
    for (const told of toldBetween(before.current, table)) {
      if (isBell(told)) setBell(words(told));
      else tell(words(told));
    }
    before.current = table;
  }, [table]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: one clock per question
  useEffect(() => {
    const end = table.ask?.plays_at ?? table.ask?.deadline_at ?? null;
    if (end === null || table.control_mode === 'autonomous') return;
    let left = end - Date.now();
    const clock = setInterval(() => {
      const now = end - Date.now();
      const seconds = spokenSeconds(left, now);
      left = now;
      if (seconds === null) return;
      const sentence = t('story.seconds_left', { seconds });
      if (seconds <= 10) setBell(sentence);
      else tell(sentence);
    }, 500);
    return () => clearInterval(clock);
  }, [table.ask?.key, table.ask?.plays_at, table.ask?.deadline_at]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: reads the newest table when asked
  useEffect(() => {
    const read = () => {
      const position = positionOf(latest.current.view);
      const say = (cell: Cell, run: number) =>
        cell === null
          ? t('story.empty', { count: run })
          : t(cell === latest.current.role ? 'story.yours' : 'story.theirs');
      if (!position) tell(t('story.no_position'));
      else tell(position.map((row, at) => t('story.row', { number: at + 1, row: spokenRow(row, say) })).join('. '));
    };
    document.addEventListener('parlor:read-position', read);
    return () => {
      document.removeEventListener('parlor:read-position', read);
      if (timer.current !== null) clearTimeout(timer.current);
    };
  }, []);

  return (
    <>
      <div className="offscreen" role="log" aria-label={t('story.label')} data-testid="story">
        {story.map((line) => (
          <p key={line.id}>{line.text}</p>
        ))}
      </div>
      <div className="offscreen" role="alert" data-testid="bell">
        {bell}
      </div>
    </>
  );
}
