import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Analysis as AnalysisData, Table } from '../../../shared/bridge/contract.ts';
import { translateView } from '../../../shared/protocol/labels.ts';
import { boardRecordAfter } from '../../../shared/tables/board-record.ts';
import { useBridge } from '../../core/context.tsx';
import { setFragment, useFragment } from '../../core/hash-location.ts';
import { isDialogOpen, isTyping, useWindowKeys } from '../../core/keys.ts';
import { asProblem } from '../../core/problem.ts';
import { useAction } from '../../core/use-action.ts';
import { useLabels } from '../../core/use-labels.ts';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import { SkeletonRows } from '../../ui/SkeletonRows.tsx';
import { TableBand } from '../band/TableBand.tsx';
import { useTablePanel } from '../panel/use-table-panel.ts';
import type { Replay } from '../replay/positions.ts';
import { ReplayPlain } from '../replay/ReplayPlain.tsx';
import { useReplay } from '../replay/use-replay.ts';
import { TableBoard, useTableBoard } from '../TableBoard.tsx';
import tableLayout from '../TableLayout.module.css';
import { AnalysisBar } from './AnalysisBar.tsx';
import { AnalysisPanel } from './AnalysisPanel.tsx';
import { marksAt, nextMarked, positionAt, type Review, reviewTable } from './review.ts';
import { useAnalysis } from './use-analysis.ts';
import { useStopText } from './use-stop-text.ts';

/** The analysis of a finished game: the position before each move, what was played, and what should have been. */
export function Analysis({ table, backPath = `/tables/${table.table_id}` }: { table: Table; backPath?: string }) {
  const { t } = useTranslation('analysis');
  const { result: replay, problem } = useReplay(table);
  const analysis = useAnalysis(table.table_id);
  if (replay && analysis.data?.judge)
    return <AnalysisPlayer table={table} backPath={backPath} replay={replay} analysis={analysis.data} />;
  const shownProblem = problem ?? (analysis.error && asProblem(analysis.error));
  return (
    <>
      <TableBand table={table} status={t('title')} backPath={backPath} />
      <div style={{ padding: 'var(--s5)' }}>
        {shownProblem ? (
          <ProblemLine problem={shownProblem} />
        ) : analysis.data && !analysis.data.judge ? (
          <p>{t('none')}</p>
        ) : (
          <SkeletonRows rows={5} />
        )}
      </div>
    </>
  );
}

/** The stop shown, which is also the fragment of the address. */
function useStop(lastStop: number) {
  const fragment = useFragment();
  const clamp = (stop: number) => Math.min(lastStop, Math.max(0, stop));
  const linked = /^\d+$/.test(fragment) ? clamp(Number(fragment)) : null;
  // Boards need a sequence number that increases in both directions.
  const [current, setCurrent] = useState({ stop: linked ?? 0, seq: 1 });
  const shown = useRef(linked);
  const show = (stop: number) => {
    shown.current = clamp(stop);
    setCurrent(({ seq }) => ({ stop: clamp(stop), seq: seq + 1 }));
    setFragment(String(clamp(stop)));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a changed address moves the position
  useEffect(() => {
    if (linked === null || linked === shown.current) return;
    shown.current = linked;
    setCurrent(({ seq }) => ({ stop: linked, seq: seq + 1 }));
  }, [fragment]);
  return { ...current, show };
}

function useStopKeys(review: Review, stop: number, show: (stop: number) => void): void {
  const targetOf = ({ key, shiftKey }: KeyboardEvent): number | null => {
    if (key.toLowerCase() === 'n') return nextMarked(review, stop, shiftKey ? -1 : 1);
    if (shiftKey) return null;
    return { ArrowRight: stop + 1, ArrowLeft: stop - 1, Home: 0, End: review.moves.length }[key as 'Home'] ?? null;
  };
  useWindowKeys((event) => {
    if (isDialogOpen() || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (isTyping(event.target)) return;
    const target = targetOf(event);
    if (target === null) return;
    event.preventDefault();
    show(target);
  });
}

interface AnalysisPlayerProps {
  table: Table;
  backPath: string;
  replay: Replay;
  analysis: AnalysisData;
}

function AnalysisPlayer({ table, backPath, replay, analysis }: AnalysisPlayerProps) {
  const { t } = useTranslation('analysis');
  const bridge = useBridge();
  const action = useAction();
  const labels = useLabels(table.protocol.protocol_id);
  const { table_id } = table;
  const isNew = analysis.state === 'none';
  // biome-ignore lint/correctness/useExhaustiveDependencies: started once, if there is none
  useEffect(() => {
    if (isNew) void action.run(() => bridge.analysis.start({ table_id }));
  }, [isNew, table_id]);
  const panel = useTablePanel(['moves']);
  const board = useTableBoard(table, replay.boardRecord !== null);
  const review = useMemo(() => reviewTable(table, analysis.judged), [table, analysis.judged]);
  const { stop, seq, show } = useStop(review.moves.length);
  useStopKeys(review, stop, show);
  const { sentence, detail } = useStopText(table, review, analysis)(stop);
  const { positions } = replay;
  const index = positionAt(review, positions, analysis.done, stop);
  const position = positions[index];
  if (!position) return null;
  const boardRecord =
    replay.boardRecord && boardRecordAfter(replay.boardRecord, position.messages, index === positions.length - 1);
  const view = translateView(position.view, labels);
  const tableAtStop: Table = { ...table, view, ask: null, talk: [], sealed_rounds: position.sealed_rounds };
  return (
    <div className={tableLayout.table} data-part="analysis">
      <TableBand table={table} status={t('title')} backPath={backPath} board={board} panel={panel} />
      <div className={tableLayout.felt}>
        {board.isShown && table.board && boardRecord ? (
          <TableBoard
            table={table}
            board={table.board}
            state={board}
            record={boardRecord}
            view={table.hooks?.by_hand ? null : position.view}
            seq={seq}
            marks={marksAt(review, stop)}
            ask={null}
            pickedAnswer={null}
            onPick={() => {}}
          />
        ) : (
          <ReplayPlain table={tableAtStop} hasViews={replay.hasViews} hasBoard={board.isAvailable} />
        )}
      </div>
      {panel.shown !== null && (
        <AnalysisPanel
          table={table}
          analysis={analysis}
          action={action}
          review={review}
          stop={stop}
          ownBoard={board.isOwnShown}
          onSelectStop={show}
        />
      )}
      <AnalysisBar
        sentence={sentence}
        detail={detail}
        stop={stop}
        lastStop={review.moves.length}
        onSelectStop={show}
        nextMistake={nextMarked(review, stop, 1)}
      />
    </div>
  );
}
