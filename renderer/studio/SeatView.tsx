import { useElementSize } from '@mantine/hooks';
import { type Dispatch, type SetStateAction, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StudioGame, StudioProject } from '../../shared/bridge/contract.ts';
import type { Answer, Role } from '../../shared/tables/hooks.ts';
import { useApp, useBridge } from '../app/context.tsx';
import { asProblem, type Problem } from '../app/problem.ts';
import boards from '../boards/Board.module.css';
import { BoardFrame } from '../boards/BoardFrame.tsx';
import { BoardStopped } from '../boards/BoardStopped.tsx';
import { thisBrowserContainsBoards } from '../boards/containment.ts';
import { useBoardsCovered } from '../boards/cover.ts';
import type { StopReason } from '../boards/guard.ts';
import { Segments } from '../look/Segments.tsx';
import { ViewParts } from '../tables/ViewParts.tsx';
import { AnswerBar } from './AnswerBar.tsx';
import { usePosition } from './asking.ts';
import { scaleOf, sizes, useDesk } from './desk.ts';
import { type Reports, withLog, withRefused, withReport, withStopped } from './reports.ts';
import styles from './Studio.module.css';
import { useSurroundings } from './surroundings.ts';

interface SeatViewProps {
  project: StudioProject;
  game: StudioGame;
  role: Role;
  /** Looks back to after so many messages; null is now. */
  frame: number | null;
  hidden: boolean;
  onReports: Dispatch<SetStateAction<Reports>>;
}

/** One seat: who answers there, its board within the walls of play, and the bar that plays what was picked. */
export function SeatView({ project, game, role, frame, hidden, onReports }: SeatViewProps) {
  const { t } = useTranslation('studio');
  const bridge = useBridge();
  const { plain } = useDesk();
  const [pick, setPick] = useState<{ key: string; answer: Answer } | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const shell = useApp((app) => app.shell);
  const contained = shell === 'desktop' || thisBrowserContainsBoards();
  const { project_id, board } = project;
  const seat = game.seats[role];
  const { data: past } = usePosition(project_id, game.run, frame);
  const looksBack = frame !== null;
  const view = looksBack && past ? past[role] : seat.view;
  const ask = looksBack ? null : seat.ask;
  const picked = seat.by === 'hooks' ? (ask?.proposal ?? null) : ask && pick?.key === ask.key ? pick.answer : null;

  const sit = (by: 'person' | 'hooks') => {
    setProblem(null);
    bridge.studio.sit({ project_id, seat: role, by }).catch((error) => setProblem(asProblem(error)));
  };
  const onPick = (answer: Answer | null) => {
    setProblem(null);
    setPick(answer === null || !seat.ask ? null : { key: seat.ask.key, answer });
  };
  const play = (answer: Answer) => {
    if (!seat.ask) return;
    setProblem(null);
    bridge.studio
      .answer({ project_id, seat: role, key: seat.ask.key, answer })
      .catch((error) => setProblem(asProblem(error)));
  };
  return (
    <div className={styles.seat} hidden={hidden} data-seat={role}>
      <div className={styles.seathead}>
        <b>{t(`seat.${role}`)}</b>
        <span className="end" />
        <Segments
          label={t('by.label', { seat: t(`seat.${role}`) })}
          value={seat.by}
          options={(['person', 'hooks'] as const).map((value) => ({ value, label: t(`by.${value}`) }))}
          disabled={!seat.can_decide}
          onChange={sit}
        />
      </div>
      <div className={styles.tray}>
        <div className={boards.hatch} />
        <div className={`${boards.plate} onwood`}>
          <span className="cut">{t(board ? 'plate' : 'plate_none')}</span>
          <span className="end mono">{role}</span>
        </div>
        {board && contained && !plain ? (
          <BoardPlace
            key={`${board.url} ${game.run}`}
            url={board.url}
            role={role}
            by={seat.by}
            options={game.options}
            seq={`${game.run} ${looksBack ? `back ${frame} ${past ? 1 : 0}` : seat.seq}`}
            view={view}
            ask={ask}
            picked={picked}
            onPick={onPick}
            onReports={onReports}
          />
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must reach it
          <div className={styles.plain} tabIndex={0}>
            {board && !contained && <p className="small">{t('uncontained')}</p>}
            <ViewParts view={view} role={role} />
          </div>
        )}
      </div>
      <AnswerBar
        seat={seat}
        ask={ask}
        looksBack={looksBack}
        brass={role === 'host' || !asksPerson(game.seats.host)}
        picked={picked}
        problem={problem}
        onPick={onPick}
        onPlay={play}
      />
    </div>
  );
}

/** A frame swallows keys: the way past it leads to the bar below. */
function skipTo(role: Role): void {
  document.querySelector<HTMLElement>(`[data-seat="${role}"] [data-answer]`)?.focus();
}

const asksPerson = ({ by, ask }: StudioGame['seats']['host']): boolean => by === 'person' && ask !== null;

interface BoardPlaceProps {
  url: string;
  role: Role;
  by: 'person' | 'hooks';
  options: StudioGame['options'];
  /** Another text for everything else that is shown. */
  seq: string;
  view: StudioGame['seats']['host']['view'];
  ask: StudioGame['seats']['host']['ask'];
  picked: Answer | null;
  onPick(answer: Answer | null): void;
  onReports: Dispatch<SetStateAction<Reports>>;
}

/** The frame, as large as wanted, drawn as small as it has to be. */
function BoardPlace({ url, role, by, options, seq, view, ask, picked, onPick, onReports }: BoardPlaceProps) {
  const { t } = useTranslation('studio');
  const { size, locale } = useDesk();
  const { theme, still } = useSurroundings();
  const asking = useBoardsCovered();
  const place = useElementSize();
  const [end, setEnd] = useState<{ reason: StopReason; perSecond: number } | null>(null);
  // A board is told what it has not seen yet by a number that only rises, also where the author looks back.
  const shown = useRef({ seq: '', number: 0 });
  if (shown.current.seq !== seq) shown.current = { seq, number: shown.current.number + 1 };
  const wanted = sizes[size];
  const scale = scaleOf(size, place);
  return (
    <div className={styles.stage} ref={place.ref} data-region={role === 'host' ? 'board' : undefined}>
      {end ? (
        <BoardStopped end={end} onPlain={() => useDesk.setState({ plain: true })} onAgain={() => setEnd(null)} />
      ) : (
        <div
          className={styles.sized}
          style={
            wanted
              ? {
                  width: wanted.width,
                  height: wanted.height,
                  transform: `scale(${scale})`,
                  marginLeft: Math.max(0, (place.width - wanted.width * scale) / 2),
                }
              : { width: '100%', height: '100%' }
          }
        >
          <button type="button" className={boards.skip} onClick={() => skipTo(role)}>
            {t('skip')}
          </button>
          <BoardFrame
            url={url}
            title={t('frame', { seat: t(`seat.${role}`) })}
            context={{
              theme,
              locale,
              reduced_motion: still,
              role,
              control_mode: by === 'person' ? 'human' : 'autonomous',
              options: options as never,
            }}
            view={view as never}
            seq={shown.current.number}
            ask={ask}
            picked={picked}
            onPick={onPick}
            onStop={(reason, perSecond) => {
              setEnd({ reason, perSecond });
              onReports((now) => withStopped(now, reason));
            }}
            author={{
              onLog: ({ level, text }) => onReports((now) => withLog(now, role, level, text)),
              onRefused: (message) => onReports((now) => withRefused(now, message)),
              onReport: (data) => onReports((now) => withReport(now, role, data)),
            }}
          />
        </div>
      )}
      {asking && <div className={boards.cover}>{t('covered')}</div>}
    </div>
  );
}
