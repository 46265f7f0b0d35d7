import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../shared/bridge/contract.ts';
import { setPlace, usePlace } from '../app/address.ts';
import { useApp } from '../app/context.tsx';
import { dialogOpen, isControl, isTyping, useWindowKeys } from '../app/keys.ts';
import { asProblem } from '../app/problem.ts';
import { type BoardEnd, BoardStopped } from '../boards/BoardStopped.tsx';
import { BoardTray } from '../boards/BoardTray.tsx';
import { thisBrowserContainsBoards } from '../boards/containment.ts';
import { ProblemLine } from '../identity/ProblemLine.tsx';
import { StillRows } from '../look/StillRows.tsx';
import { FairnessLens } from './FairnessLens.tsx';
import { ReplayBar } from './ReplayBar.tsx';
import { ReplayPanel } from './ReplayPanel.tsx';
import { ReplayPlain } from './ReplayPlain.tsx';
import { useRecord } from './record.ts';
import { nextChange, positionOfMove, type Replay as ReplayOf, replayOf } from './replay.ts';
import styles from './Table.module.css';
import { TableHead } from './TableHead.tsx';

const playMs = 1000;
/** Browsers grow tired of an address that changes with every step of a drag. */
const addressMs = 250;

/** A table that is over, gone through again message by message; the record is looked at and nothing is asked. */
export function Replay({ table }: { table: Table }) {
  const { t } = useTranslation('record');
  const record = useRecord(table);
  const replay = useMemo(
    () => record.data && replayOf(table, record.data.text, record.data.views, record.data.spec),
    [table, record.data],
  );
  if (replay) return <Stepping table={table} replay={replay} />;
  return (
    <>
      <TableHead table={table} turn={t('replay.title')} back={`/tables/${table.table_id}`} />
      <div style={{ padding: 24 }}>
        {record.isError ? <ProblemLine problem={asProblem(record.error)} /> : <StillRows rows={5} />}
      </div>
    </>
  );
}

function Stepping({ table, replay }: { table: Table; replay: ReplayOf }) {
  const { t, i18n } = useTranslation('record');
  const place = usePlace();
  const shell = useApp((app) => app.shell);
  const preferPlain = useApp((app) => app.settings.prefer_plain_view);
  const theme = useApp((app) => app.settings.theme);
  const compact = useMediaQuery('(max-width: 1099px)');
  const dark = useMediaQuery('(prefers-color-scheme: dark)', undefined, { getInitialValueInEffect: false });
  const still = useMediaQuery('(prefers-reduced-motion: reduce)', undefined, { getInitialValueInEffect: false });
  const { positions } = replay;
  const last = positions.length - 1;
  const within = (index: number) => Math.min(last, Math.max(0, index));
  const placed = /^\d+$/.test(place) ? within(Number(place)) : 0;
  // A board is told of every step by a number that rises, whichever way one goes.
  const [now, setNow] = useState({ at: placed, seq: 1 });
  const [playing, setPlaying] = useState(false);
  const [plain, setPlain] = useState(preferPlain);
  const [covered, setCovered] = useState(false);
  const [boardEnd, setBoardEnd] = useState<BoardEnd | null>(null);
  const [round, setRound] = useState<number | null>(null);
  const [panel, setPanel] = useState(false);
  const told = useRef(placed);
  const at = within(now.at);
  const position = positions[at];

  const to = (index: number) => setNow(({ seq }) => ({ at: within(index), seq: seq + 1 }));
  const go = (index: number) => {
    setPlaying(false);
    to(index);
  };

  // The address follows the steps, and the steps an address that somebody changed.
  useEffect(() => {
    if (told.current === at) return;
    const timer = setTimeout(() => {
      told.current = at;
      setPlace(String(at));
    }, addressMs);
    return () => clearTimeout(timer);
  }, [at]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another address moves
  useEffect(() => {
    if (place === '' || placed === told.current) return;
    told.current = placed;
    to(placed);
  }, [place]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: one step a timer
  useEffect(() => {
    if (!playing) return;
    if (at === last) return setPlaying(false);
    const timer = setTimeout(() => to(nextChange(positions, at, 1)), playMs);
    return () => clearTimeout(timer);
  }, [playing, at]);

  const targetOf = (key: string): number | null => {
    if (key === 'ArrowRight') return nextChange(positions, at, 1);
    if (key === 'ArrowLeft') return nextChange(positions, at, -1);
    if (key === 'ArrowDown') return at + 1;
    if (key === 'ArrowUp') return at - 1;
    if (key === 'Home') return 0;
    return key === 'End' ? last : null;
  };
  const toggle = () => {
    if (!playing && at === last) to(0);
    setPlaying(!playing);
  };
  useWindowKeys((event) => {
    if (dialogOpen() || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey)
      return;
    if (isTyping(event.target)) return;
    const target = targetOf(event.key);
    const step = event.key === ' ' && !isControl(event.target) ? toggle : target === null ? null : () => go(target);
    if (!step) return;
    event.preventDefault();
    step();
  });

  if (!position) return null;
  const contained = shell === 'desktop' || thisBrowserContainsBoards();
  const usesBoard = table.board !== null && contained && !plain && replay.seen;
  /** The table as it stood then; nothing is asked of anybody. */
  const then: Table = {
    ...table,
    view: position.view,
    ask: null,
    talk: replay.talk.slice(0, position.said),
    sealed_rounds: position.sealed_rounds,
  };
  const side = (
    <ReplayPanel
      table={then}
      position={position}
      drawer={compact === true}
      onMove={(number) => go(positionOfMove(positions, number))}
      onRound={(number) => {
        setRound(number);
        setPanel(false);
      }}
    />
  );
  return (
    <div className={styles.table}>
      <TableHead
        table={table}
        turn={t('replay.title')}
        back={`/tables/${table.table_id}`}
        {...(compact ? { onPanel: () => setPanel(!panel) } : {})}
      />
      <div className={styles.felt}>
        {round !== null && position.sealed_rounds.some((sealed) => sealed.round === round) ? (
          <FairnessLens table={then} round={round} onClose={() => setRound(null)} />
        ) : usesBoard && boardEnd ? (
          <BoardStopped end={boardEnd} onPlain={() => setPlain(true)} onAgain={() => setBoardEnd(null)} />
        ) : usesBoard && table.board ? (
          <BoardTray
            tableId={table.table_id}
            board={table.board}
            covered={covered}
            onUncover={() => setCovered(false)}
            onPlain={() => setPlain(true)}
            onProblem={(problem) => setBoardEnd({ problem })}
            onStop={(reason, perSecond) => setBoardEnd({ reason, perSecond })}
            context={{
              theme: theme === 'system' ? (dark ? 'dark' : 'light') : theme,
              locale: i18n.language,
              reduced_motion: still ?? false,
              role: table.role,
              control_mode: table.control_mode,
              options: table.options,
            }}
            view={position.view}
            seq={now.seq}
            talk={then.talk}
            ask={null}
            picked={null}
            onPick={() => {}}
          />
        ) : (
          <ReplayPlain
            table={then}
            seen={replay.seen}
            onBoard={table.board && contained && replay.seen ? () => setPlain(false) : null}
          />
        )}
      </div>
      {(!compact || panel) && side}
      <ReplayBar table={table} positions={positions} at={at} playing={playing} onGo={go} onToggle={toggle} />
    </div>
  );
}
