import { useTranslation } from 'react-i18next';
import type { Analysis, Table } from '../../../shared/bridge/contract.ts';
import { moveMarks } from '../../../shared/tables/analysis.ts';
import { otherRole, type Role } from '../../../shared/tables/hooks.ts';
import type { ActionState } from '../../core/use-action.ts';
import { useLabels } from '../../core/use-labels.ts';
import { Moves } from '../Moves.tsx';
import sidePanel from '../panel/SidePanel.module.css';
import { useSeats } from '../seats.ts';
import { AnalysisGraph } from './AnalysisGraph.tsx';
import styles from './AnalysisPanel.module.css';
import { AnalysisProgress } from './AnalysisProgress.tsx';
import { MarkTag } from './MarkTag.tsx';
import { countMarks, countUnjudged, type Review } from './review.ts';

interface AnalysisPanelProps {
  table: Table;
  analysis: Analysis;
  /** Starts and stops the analysis. */
  action: ActionState;
  review: Review;
  stop: number;
  /** Parlor's own board is on screen; it draws the pieces as the protocol's labels describe. */
  ownBoard: boolean;
  onSelectStop(stop: number): void;
}

/** The graph, the sums of both sides, the moves with their marks, and who judged them. */
export function AnalysisPanel({ table, analysis, action, review, stop, ownBoard, onSelectStop }: AnalysisPanelProps) {
  const { t } = useTranslation('analysis');
  const { onlooking, nameOf } = useSeats(table);
  const name = nameOf(table.role);
  const { moves, reviewed } = review;
  const { judge } = analysis;
  const marks = new Map(
    [...reviewed.values()].flatMap(({ move, mark }) => (mark ? [[move, <MarkTag key={move} mark={mark} />]] : [])),
  );
  return (
    <aside className={sidePanel.side} aria-label={t('panel')} data-region="sheet" tabIndex={-1}>
      <section className="col gap1">
        <div className="row">
          <h2 className="h3 grow">{t('how')}</h2>
          <span className="small faint">{onlooking ? t('above_of', { name }) : t('above')}</span>
        </div>
        <AnalysisGraph review={review} side={table.role} stop={stop} nameOfSide={onlooking ? name : null} />
        <div className="row small faint">
          <span className="grow">{t('from')}</span>
          <span>{t('to')}</span>
        </div>
        <AnalysisProgress analysis={analysis} action={action} />
      </section>
      <section className={styles.sums} data-testid="sums">
        <Sum table={table} review={review} side={table.role} isComplete={analysis.state === 'done'} />
        <Sum table={table} review={review} side={otherRole(table.role)} isComplete={analysis.state === 'done'} />
      </section>
      <Moves
        table={table}
        currentMove={moves[stop]?.number ?? table.moves.length + 1}
        onSelectMove={(number) => onSelectStop(moves.findIndex((move) => move.number === number))}
        withPieces={ownBoard}
        marks={marks}
      />
      {judge && (
        <p className="small faint" data-testid="judge">
          {t(judge.bundled ? 'judge.bundled' : onlooking ? 'judge.record' : 'judge.own')}
          {judge.source === 'bundled' && ` ${t('judge.changed')}`}
        </p>
      )}
    </aside>
  );
}

function Sum({ table, review, side, isComplete }: { table: Table; review: Review; side: Role; isComplete: boolean }) {
  const { t } = useTranslation('analysis');
  const { nameOf } = useSeats(table);
  const labels = useLabels(table.protocol.protocol_id);
  const counts = countMarks(review, side);
  const found = moveMarks
    .toReversed()
    .flatMap((mark) => (counts[mark] === 0 ? [] : [t(`sum.${mark}`, { count: counts[mark] })]));
  const unjudged = countUnjudged(review, side);
  const none = found.length === 0 && unjudged.count < unjudged.total ? [t('sum.none')] : found;
  const parts = unjudged.count === 0 ? none : [...none, t('sum.unjudged', unjudged)];
  return (
    <div>
      <div className="strong small truncate">{nameOf(side)}</div>
      <div className="small dim">
        {isComplete ? labels.list(parts) : found.length > 0 ? labels.list(found) : t('sum.open')}
      </div>
    </div>
  );
}
