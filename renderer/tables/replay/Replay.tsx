import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { viewInWords } from '../../../shared/protocol/labels.ts';
import { setFragment, useFragment } from '../../core/hash-location.ts';
import { dialogOpen, isControl, isTyping, useWindowKeys } from '../../core/keys.ts';
import { asProblem } from '../../core/problem.ts';
import { useLabels } from '../../core/use-labels.ts';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import { SkeletonRows } from '../../ui/SkeletonRows.tsx';
import { FairnessLens } from '../fairness/FairnessLens.tsx';
import { useRecord } from '../record.ts';
import { TableBoard, useTableBoard } from '../TableBoard.tsx';
import { TableHeader } from '../TableHeader.tsx';
import tableLayout from '../TableLayout.module.css';
import { nextChange, positionOfMove, type Replay as ReplayData, replayOf } from './positions.ts';
import { ReplayBar } from './ReplayBar.tsx';
import { ReplayPanel } from './ReplayPanel.tsx';
import { ReplayPlain } from './ReplayPlain.tsx';
import { compareAdvice, useAdvice } from './use-advice.ts';

/** Time between two steps at normal speed. */
const stepMs = 1000;
const speeds = [0.5, 1, 2, 4] as const;
/** As many chat messages as a running table shows. */
const talkShown = 200;
/** Browsers throttle history changes, such as one for every step of a drag. */
const urlDelayMs = 250;

/** Replays a finished table message by message from its record. */
export function Replay({ table, back = `/tables/${table.table_id}` }: { table: Table; back?: string }) {
  const { t } = useTranslation('record');
  const record = useRecord(table);
  const labels = useLabels(table.protocol.protocol_id);
  const replay = useMemo(() => {
    if (!record.data) return record.data;
    const { positions, ...rest } = replayOf(table, record.data.text, record.data.views, record.data.spec);
    return {
      ...rest,
      positions: positions.map((position) => ({ ...position, view: viewInWords(position.view, labels) })),
    };
  }, [table, record.data, labels]);
  if (replay) return <ReplayPlayer table={table} replay={replay} back={back} />;
  return (
    <>
      <TableHeader table={table} turn={t('replay.title')} back={back} />
      <div style={{ padding: 'var(--s5)' }}>
        {record.isError ? <ProblemLine problem={asProblem(record.error)} /> : <SkeletonRows rows={5} />}
      </div>
    </>
  );
}

function ReplayPlayer({ table, replay, back }: { table: Table; replay: ReplayData; back: string }) {
  const { t } = useTranslation('record');
  const urlPosition = useFragment();
  const compact = useMediaQuery('(max-width: 1099px)');
  const { positions } = replay;
  const last = positions.length - 1;
  const clamp = (index: number) => Math.min(last, Math.max(0, index));
  const atInUrl = /^\d+$/.test(urlPosition) ? clamp(Number(urlPosition)) : 0;
  // Boards need a sequence number that increases in both directions.
  const [now, setNow] = useState({ at: atInUrl, seq: 1 });
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  const advice = useAdvice(table);
  const { text } = useLabels(table.protocol.protocol_id);
  const comparisons = useMemo(() => {
    const labelled = advice.advised.map((advised) => ({
      ...advised,
      label: text(advised.label),
      reason: advised.reason === null ? null : text(advised.reason),
    }));
    return compareAdvice(labelled, replay.positions);
  }, [advice.advised, replay, text]);
  const board = useTableBoard(table, replay.boardRecord !== null);
  const [round, setRound] = useState<number | null>(null);
  const [panel, setPanel] = useState(false);
  const syncedAt = useRef(atInUrl);
  const at = clamp(now.at);
  const position = positions[at];

  const moveTo = (index: number) => setNow(({ seq }) => ({ at: clamp(index), seq: seq + 1 }));
  const go = (index: number) => {
    setPlaying(false);
    moveTo(index);
  };

  // Keeps the URL and the position in sync, in both directions.
  useEffect(() => {
    if (syncedAt.current === at) return;
    const timer = setTimeout(() => {
      syncedAt.current = at;
      setFragment(String(at));
    }, urlDelayMs);
    return () => clearTimeout(timer);
  }, [at]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a changed URL moves the position
  useEffect(() => {
    if (urlPosition === '' || atInUrl === syncedAt.current) return;
    syncedAt.current = atInUrl;
    moveTo(atInUrl);
  }, [urlPosition]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: one step per timer
  useEffect(() => {
    if (!playing) return;
    if (at === last) return setPlaying(false);
    const timer = setTimeout(() => moveTo(nextChange(positions, at, 1)), stepMs / speed);
    return () => clearTimeout(timer);
  }, [playing, at, speed]);

  const targetOf = (key: string): number | null => {
    if (key === 'ArrowRight') return nextChange(positions, at, 1);
    if (key === 'ArrowLeft') return nextChange(positions, at, -1);
    if (key === 'ArrowDown') return at + 1;
    if (key === 'ArrowUp') return at - 1;
    if (key === 'Home') return 0;
    return key === 'End' ? last : null;
  };
  const toggle = () => {
    if (!playing && at === last) moveTo(0);
    setPlaying(!playing);
  };
  const changeSpeed = (by: 1 | -1) => setSpeed((current) => speeds[speeds.indexOf(current as 1) + by] ?? current);
  useWindowKeys((event) => {
    if (dialogOpen() || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === '+' || event.key === '-') {
      event.preventDefault();
      return changeSpeed(event.key === '+' ? 1 : -1);
    }
    if (event.shiftKey) return;
    if (isTyping(event.target)) return;
    if (event.key === 'Escape' && panel) {
      event.preventDefault();
      return setPanel(false);
    }
    const target = targetOf(event.key);
    const step = event.key === ' ' && !isControl(event.target) ? toggle : target === null ? null : () => go(target);
    if (!step) return;
    event.preventDefault();
    step();
  });

  if (!position) return null;
  const boardRecord = replay.boardRecord?.after(position.messages, at === last) ?? null;
  /** The table as it was at this position, without an open question. */
  const tableThen: Table = {
    ...table,
    view: position.view,
    ask: null,
    talk: replay.talk.slice(Math.max(0, position.talkCount - talkShown), position.talkCount),
    sealed_rounds: position.sealed_rounds,
  };
  const side = (
    <ReplayPanel
      table={tableThen}
      position={position}
      drawer={compact === true}
      ownBoard={board.own}
      advice={advice}
      comparisons={comparisons}
      onMove={(number) => go(positionOfMove(positions, number))}
      onRound={(number) => {
        setRound(number);
        setPanel(false);
      }}
    />
  );
  return (
    <div className={tableLayout.table}>
      <TableHeader
        table={table}
        turn={t('replay.title')}
        back={back}
        {...(compact ? { onPanel: () => setPanel(!panel) } : {})}
      />
      <div className={tableLayout.felt}>
        {round !== null && position.sealed_rounds.some((sealed) => sealed.round === round) ? (
          <FairnessLens table={tableThen} round={round} onClose={() => setRound(null)} />
        ) : board.shown && table.board && boardRecord ? (
          <TableBoard
            table={table}
            board={table.board}
            state={board}
            record={boardRecord}
            view={table.hooks?.by_hand ? null : position.view}
            seq={now.seq}
            talk={tableThen.talk}
            ask={null}
            picked={null}
            onPick={() => {}}
          />
        ) : (
          <ReplayPlain
            table={tableThen}
            hasViews={replay.hasViews}
            onBoard={board.available ? () => board.setPlain(false) : null}
          />
        )}
      </div>
      {(!compact || panel) && side}
      <ReplayBar
        table={table}
        positions={positions}
        at={at}
        playing={playing}
        onGo={go}
        onToggle={toggle}
        speed={speed}
        speeds={speeds}
        onSpeed={setSpeed}
        comparisons={comparisons}
      />
    </div>
  );
}
