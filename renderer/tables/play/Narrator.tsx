import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { isolatedName } from '../../../shared/peer-text.ts';
import { mainClock } from '../../core/clock.ts';
import { usePageActions } from '../../core/page-actions.ts';
import { shortcuts } from '../../core/shortcuts.ts';
import { useLabels } from '../../core/use-labels.ts';
import { capitalized, wholeSeconds } from '../../ui/format.ts';
import { useOutcomeText } from '../outcome-text.ts';
import { SpokenLog, useSpokenLines } from '../SpokenLog.tsx';
import { type Cell, positionOf, spokenRow } from '../view-shape.ts';
import { choiceOf } from './bar-state.ts';
import { type Announcement, announcementsBetween, isAssertive, spokenSeconds } from './narration.ts';

const batchMs = 700;

/** Announces the events of a table to screen readers: a polite and an assertive live region, with Parlor's own text only. */
export function Narrator({ table }: { table: Table }) {
  const { t } = useTranslation('tables');
  const { t: tApp } = useTranslation();
  const { t: tPalette } = useTranslation('palette');
  const labels = useLabels(table.protocol.protocol_id);
  const outcome = useOutcomeText();
  const spoken = useSpokenLines();
  const [alert, setAlert] = useState('');
  const previousTable = useRef<Table | null>(null);
  const pendingSentences = useRef<string[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const announcedAt = useRef(Number.NEGATIVE_INFINITY);
  const lastId = useRef(0);
  const latest = useRef(table);
  latest.current = table;

  const sentences = (texts: readonly string[]) => texts.reduce((first, second) => tApp('sentences', { first, second }));

  const announce = (sentence: string) => {
    // The same step of both sides, or of a round and the next one, is said once.
    if (sentence === '' || sentence === pendingSentences.current.at(-1)) return;
    pendingSentences.current.push(sentence);
    if (timer.current !== null) return;
    timer.current = setTimeout(
      () => {
        timer.current = null;
        announcedAt.current = performance.now();
        lastId.current += 1;
        spoken.say({ id: lastId.current, text: sentences(pendingSentences.current.splice(0)) });
      },
      Math.max(0, announcedAt.current + batchMs - performance.now()),
    );
  };

  const textOf = (announcement: Announcement): string => {
    const peer = isolatedName(table.peer.nickname);
    const { ask } = table;
    if (announcement.kind === 'began') return t('story.began', { game: table.protocol.name, peer });
    if (announcement.kind === 'moved') {
      const { own, move } = announcement;
      const { text } = move;
      const step = labels.automatic(move, own ? t('you') : peer) ?? (move.automatic ? text : null);
      if (step !== null) return step && tApp('sentence', { text: step });
      return t(own ? 'story.you_moved' : 'story.moved', { peer, text });
    }
    if (announcement.kind === 'summary') return t('story.summed', { count: announcement.moves });
    if (announcement.kind === 'opened') return t('story.opened');
    if (announcement.kind === 'quiet') return t(table.connection.returning ? 'bar.returning' : 'bar.quiet', { peer });
    if (announcement.kind === 'draw') return tApp('sentence', { text: t(`draw.${announcement.state}`, { peer }) });
    if (announcement.kind === 'back') return t('story.back', { peer });
    if (announcement.kind === 'over' || announcement.kind === 'reported') {
      const { long, points } = outcome(table);
      return points === '' ? long : sentences([long, points]);
    }
    const { premove } = table;
    if (announcement.kind === 'taken_back') return t('story.taken_back');
    if (announcement.kind === 'waits' && premove) return t('story.waits', { label: capitalized(premove.label) });
    if (announcement.kind === 'dropped' && premove?.dropped)
      return t(`dropped.${premove.dropped}`, { label: capitalized(premove.label) });
    if (!ask) return '';
    if (announcement.kind === 'asked') {
      return ask.deadline_at === null
        ? t('story.your_move')
        : t('story.your_move_in', { seconds: wholeSeconds(ask.deadline_at - mainClock.now()) });
    }
    const label = choiceOf(table, ask.proposal)?.label ?? '';
    return ask.plays_at === null
      ? t('story.proposed', { label })
      : t('story.proposed_in', { label, seconds: wholeSeconds(ask.plays_at - mainClock.now()) });
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: announces once per snapshot
  useEffect(() => {
    for (const announcement of announcementsBetween(previousTable.current, table)) {
      if (isAssertive(announcement)) setAlert(textOf(announcement));
      else announce(textOf(announcement));
      // The alert of the end names the previous state of the result.
      if (announcement.kind === 'reported') setAlert('');
    }
    previousTable.current = table;
  }, [table]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: one timer per question and deadline
  useEffect(() => {
    const deadline = table.ask?.plays_at ?? table.ask?.deadline_at ?? null;
    if (deadline === null || table.control_mode === 'autonomous') return;
    let previousMs = deadline - mainClock.now();
    const clock = setInterval(() => {
      const remainingMs = deadline - mainClock.now();
      const seconds = spokenSeconds(previousMs, remainingMs);
      previousMs = remainingMs;
      if (seconds === null) return;
      const sentence = t('story.seconds_left', { seconds });
      if (seconds <= 10) setAlert(sentence);
      else announce(sentence);
    }, 500);
    return () => clearInterval(clock);
  }, [table.ask?.key, table.ask?.plays_at, table.ask?.deadline_at]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: reads the newest table on request
  useEffect(() => {
    const readPosition = () => {
      const position = positionOf(latest.current.view);
      const cellText = (cell: Cell, run: number) =>
        cell === null
          ? t('story.empty', { count: run })
          : t(cell === latest.current.role ? 'story.yours' : 'story.theirs');
      if (!position) announce(t('story.no_position'));
      else
        announce(
          sentences(
            position.map((row, at) =>
              tApp('sentence', { text: t('story.row', { number: at + 1, row: spokenRow(row, cellText) }) }),
            ),
          ),
        );
    };
    document.addEventListener('parlor:read-position', readPosition);
    return () => {
      document.removeEventListener('parlor:read-position', readPosition);
      if (timer.current !== null) clearTimeout(timer.current);
    };
  }, []);

  usePageActions([
    {
      id: 'read',
      label: tPalette('does.read'),
      keys: shortcuts.table.read,
      run: () => document.dispatchEvent(new CustomEvent('parlor:read-position')),
    },
  ]);
  return (
    <>
      <SpokenLog lines={spoken.lines} label={t('story.label')} testId="story" />
      <div className="offscreen" role="alert" data-testid="bell">
        {alert}
      </div>
    </>
  );
}
