import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { translateView } from '../../../shared/protocol/labels.ts';
import { boardRecordAfter } from '../../../shared/tables/board-record.ts';
import { setFragment, useFragment } from '../../core/hash-location.ts';
import { isControl, isDialogOpen, isTyping, useWindowKeys } from '../../core/keys.ts';
import { useLabels } from '../../core/use-labels.ts';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import { SkeletonRows } from '../../ui/SkeletonRows.tsx';
import { TableBand } from '../band/TableBand.tsx';
import { FairnessLens } from '../fairness/FairnessLens.tsx';
import { useTablePanel } from '../panel/use-table-panel.ts';
import { TableBoard, useTableBoard } from '../TableBoard.tsx';
import tableLayout from '../TableLayout.module.css';
import { nextChange, positionOfMove, type Replay as ReplayData } from './positions.ts';
import { ReplayBar } from './ReplayBar.tsx';
import { ReplayPanel } from './ReplayPanel.tsx';
import { ReplayPlain } from './ReplayPlain.tsx';
import { compareAdvice, useAdvice } from './use-advice.ts';
import { useReplay } from './use-replay.ts';

/** Time between two steps at normal speed. */
const stepMs = 1000;
const speeds = [0.5, 1, 2, 4] as const;
/** As many chat messages as a running table shows. */
const maxTalkLength = 200;
/** Browsers throttle history changes, such as one for every step of a drag. */
const urlDelayMs = 250;

/** Replays a finished table message by message from its record. */
export function Replay({ table, backPath = `/tables/${table.table_id}` }: { table: Table; backPath?: string }) {
  const { t } = useTranslation('record');
  const { result, problem } = useReplay(table);
  const labels = useLabels(table.protocol.protocol_id);
  const replay = useMemo(() => {
    if (!result) return null;
    const { positions, ...rest } = result;
    return {
      ...rest,
      positions: positions.map((position) => ({ ...position, view: translateView(position.view, labels) })),
    };
  }, [result, labels]);
  if (replay) return <ReplayPlayer table={table} replay={replay} backPath={backPath} />;
  return (
    <>
      <TableBand table={table} status={t('replay.title')} backPath={backPath} />
      <div style={{ padding: 'var(--s5)' }}>
        {problem ? <ProblemLine problem={problem} /> : <SkeletonRows rows={5} />}
      </div>
    </>
  );
}

function ReplayPlayer({ table, replay, backPath }: { table: Table; replay: ReplayData; backPath: string }) {
  const { t } = useTranslation('record');
  const urlPosition = useFragment();
  const panel = useTablePanel(['moves']);
  const { positions } = replay;
  const lastIndex = positions.length - 1;
  const clamp = (index: number) => Math.min(lastIndex, Math.max(0, index));
  const urlIndex = /^\d+$/.test(urlPosition) ? clamp(Number(urlPosition)) : 0;
  // Boards need a sequence number that increases in both directions.
  const [current, setCurrent] = useState({ at: urlIndex, seq: 1 });
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  const advice = useAdvice(table);
  const { text } = useLabels(table.protocol.protocol_id);
  const comparisons = useMemo(() => {
    const labelledAdvice = advice.advised.map((advised) => ({
      ...advised,
      label: text(advised.label),
      reason: advised.reason === null ? null : text(advised.reason),
    }));
    return compareAdvice(labelledAdvice, replay.positions);
  }, [advice.advised, replay, text]);
  const board = useTableBoard(table, replay.boardRecord !== null);
  const [openRound, setOpenRound] = useState<number | null>(null);
  const syncedIndex = useRef(urlIndex);
  const index = clamp(current.at);
  const position = positions[index];

  const moveTo = (index: number) => setCurrent(({ seq }) => ({ at: clamp(index), seq: seq + 1 }));
  const seek = (index: number) => {
    setPlaying(false);
    moveTo(index);
  };

  // Keeps the URL and the position in sync, in both directions.
  useEffect(() => {
    if (syncedIndex.current === index) return;
    const timer = setTimeout(() => {
      syncedIndex.current = index;
      setFragment(String(index));
    }, urlDelayMs);
    return () => clearTimeout(timer);
  }, [index]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a changed URL moves the position
  useEffect(() => {
    if (urlPosition === '' || urlIndex === syncedIndex.current) return;
    syncedIndex.current = urlIndex;
    moveTo(urlIndex);
  }, [urlPosition]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: one step per timer
  useEffect(() => {
    if (!playing) return;
    if (index === lastIndex) return setPlaying(false);
    const timer = setTimeout(() => moveTo(nextChange(positions, index, 1)), stepMs / speed);
    return () => clearTimeout(timer);
  }, [playing, index, speed]);

  const targetOf = (key: string): number | null => {
    if (key === 'ArrowRight') return nextChange(positions, index, 1);
    if (key === 'ArrowLeft') return nextChange(positions, index, -1);
    if (key === 'ArrowDown') return index + 1;
    if (key === 'ArrowUp') return index - 1;
    if (key === 'Home') return 0;
    return key === 'End' ? lastIndex : null;
  };
  const togglePlaying = () => {
    if (!playing && index === lastIndex) moveTo(0);
    setPlaying(!playing);
  };
  const changeSpeed = (by: 1 | -1) => setSpeed((current) => speeds[speeds.indexOf(current as 1) + by] ?? current);
  useWindowKeys((event) => {
    if (isDialogOpen() || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === '+' || event.key === '-') {
      event.preventDefault();
      return changeSpeed(event.key === '+' ? 1 : -1);
    }
    if (event.shiftKey) return;
    if (isTyping(event.target)) return;
    const targetIndex = targetOf(event.key);
    const action =
      event.key === ' ' && !isControl(event.target)
        ? togglePlaying
        : targetIndex === null
          ? null
          : () => seek(targetIndex);
    if (!action) return;
    event.preventDefault();
    action();
  });

  if (!position) return null;
  const boardRecord =
    replay.boardRecord && boardRecordAfter(replay.boardRecord, position.messages, index === lastIndex);
  /** The table as it was at this position, without an open question. */
  const tableAtPosition: Table = {
    ...table,
    view: position.view,
    ask: null,
    talk: replay.talk.slice(Math.max(0, position.talkCount - maxTalkLength), position.talkCount),
    sealed_rounds: position.sealed_rounds,
  };
  const panelElement = (
    <ReplayPanel
      table={tableAtPosition}
      position={position}
      isLast={index === lastIndex}
      ownBoard={board.isOwnShown}
      advice={advice}
      comparisons={comparisons}
      onSelectMove={(number) => seek(positionOfMove(positions, number))}
      onSelectRound={setOpenRound}
    />
  );
  return (
    <div className={tableLayout.table}>
      <TableBand table={table} status={t('replay.title')} backPath={backPath} board={board} panel={panel} />
      <div className={tableLayout.felt}>
        {openRound !== null && position.sealed_rounds.some((sealed) => sealed.round === openRound) ? (
          <FairnessLens table={tableAtPosition} round={openRound} onClose={() => setOpenRound(null)} />
        ) : board.isShown && table.board && boardRecord ? (
          <TableBoard
            table={table}
            board={table.board}
            state={board}
            record={boardRecord}
            view={table.hooks?.by_hand ? null : position.view}
            seq={current.seq}
            talk={tableAtPosition.talk}
            ask={null}
            pickedAnswer={null}
            onPick={() => {}}
          />
        ) : (
          <ReplayPlain table={tableAtPosition} hasViews={replay.hasViews} hasBoard={board.isAvailable} />
        )}
      </div>
      {panel.shown !== null && panelElement}
      <ReplayBar
        table={table}
        positions={positions}
        index={index}
        playing={playing}
        onSeek={seek}
        onToggle={togglePlaying}
        speed={speed}
        speeds={speeds}
        onSpeed={setSpeed}
        comparisons={comparisons}
      />
    </div>
  );
}
