import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BoardNumber } from '../../../shared/boards/contract.ts';
import type { StudioGame, StudioProject } from '../../../shared/bridge/contract.ts';
import { escapeInvisible } from '../../../shared/peer-text.ts';
import type { Role } from '../../../shared/tables/hooks.ts';
import boards from '../../boards/Board.module.css';
import type { DrawnAnswers } from '../../boards/BoardFrame.tsx';
import { browserCanContainBoards } from '../../boards/containment.ts';
import { useApp } from '../../core/context.tsx';
import { asProblem } from '../../core/problem.ts';
import { DecisionBar } from '../../tables/play/DecisionBar.tsx';
import { digitKeys } from '../../tables/play/digit-keys.ts';
import { UndrawnChoices } from '../../tables/play/UndrawnChoices.tsx';
import { useUndrawn } from '../../tables/play/use-undrawn.ts';
import { ViewParts } from '../../tables/ViewParts.tsx';
import { ProblemLine } from '../../ui/ProblemLine.tsx';

import { LostSeat } from '../interventions/LostSeat.tsx';
import { type Reports, withDraws, withUndrawn } from '../problems/reports.ts';
import { usePosition } from '../queries.ts';
import { BoardArea } from './BoardArea.tsx';
import { usePreviewSettings } from './preview-settings.ts';
import styles from './SeatView.module.css';
import { seatTable } from './seat-table.ts';
import { useSeatDecision } from './use-seat-decision.ts';

interface SeatPlayProps {
  project: StudioProject;
  game: StudioGame;
  role: Role;
  /** Shows the position after this many messages; null is the current one. */
  frame: number | null;
  onReports: Dispatch<SetStateAction<Reports>>;
}

/** Nobody offers a draw between two seats of one author. */
const noDrawing = { canOffer: false, busy: false, problem: null, guarded: false, act: () => {} };

/** What a player sees of the game at one seat: the board, the choices that it doesn't draw, and the decision bar. */
export function SeatPlay({ project, game, role, frame, onReports }: SeatPlayProps) {
  const { t } = useTranslation('studio');
  const { plain } = usePreviewSettings();
  const shell = useApp((app) => app.shell);
  const isContained = shell === 'desktop' || browserCanContainBoards();
  const { project_id, board } = project;
  const seat = game.seats[role];
  const { data: pastPosition, error: positionError } = usePosition(project_id, game, frame);
  const isPast = frame !== null;
  // A position of an earlier game may still be the last one that was loaded.
  const shown = isPast && pastPosition?.run === game.run ? pastPosition : null;
  const { view, board_record } = shown?.[role] ?? seat;
  const table = seatTable(project, game, role, { host: t('seat.host'), guest: t('seat.guest') });
  const seatDecision = useSeatDecision(project_id, role, table);
  const { decision, pending, pickInWindow } = seatDecision;
  const ask = isPast || decision.kind === 'agent' ? null : seat.ask;
  const [drawn, setDrawn] = useState<DrawnAnswers | null>();
  const [numbers, setNumbers] = useState<readonly BoardNumber[]>([]);
  const byHand = seat.hooks === 'by_hand';
  const boardShown = board !== null && board_record !== null && isContained && !plain;
  const undrawn = useUndrawn({ ask: boardShown ? ask : null, byHand, drawn, numbers });
  useReportUndrawn(byHand ? null : undrawn.ask, undrawn.isSilent, onReports);
  const hasDrawn = drawn != null;
  useEffect(() => {
    if (hasDrawn) onReports(withDraws);
  }, [hasDrawn, onReports]);

  const canList = !isPast && seat.outcome === null;
  const isListed = canList && (undrawn.isListed || (!boardShown && ask !== null));
  const keepsList = canList && (isListed || undrawn.keepsPlace);
  const listed = boardShown ? undrawn.ask : ask;
  const choices = ask?.choices ?? [];
  const shownChoices = { onBoard: boardShown, isListed, listed: listed?.choices ?? [], choices, numbers };
  const { digits: keys, numbered } = digitKeys(shownChoices);
  const error = seatDecision.error ?? positionError;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the controls inside
    <div className={styles.play} onKeyDown={(event) => seatDecision.onKeyDown(event, keys)}>
      <div className={styles.stage}>
        <div className={styles.tray}>
          <div className={boards.hatch} />
          {(byHand || !board) && (
            <p className={`truncate ${styles.plate} on-wood`}>{t(byHand ? 'plate_by_hand' : 'plate_none')}</p>
          )}
          {boardShown ? (
            <BoardArea
              key={board.url}
              url={board.url}
              projectId={project_id}
              role={role}
              seat={seat}
              options={game.options}
              seq={`${game.run} ${shown?.seq ?? seat.seq}`}
              // Views of hooks generated from the spec are made for the Plain view only.
              view={byHand ? null : view}
              record={board_record}
              ask={ask}
              picked={pending}
              onPick={seatDecision.pickOnBoard}
              onIllegal={seatDecision.refuse}
              onNumbers={setNumbers}
              onDraws={setDrawn}
              onReports={onReports}
            />
          ) : (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
            <div className={styles.plain} tabIndex={0}>
              {board && !isContained && <p className="small">{t('uncontained')}</p>}
              <ViewParts view={view} role={role} protocolId={project.protocol_id ?? ''} />
            </div>
          )}
        </div>
        {keepsList && (
          <UndrawnChoices
            undrawn={{ ...undrawn, ask: listed }}
            view={seat.view}
            pickedAnswer={pending}
            numbered={!boardShown || numbers.length === 0}
            plain={!boardShown}
            onPick={pickInWindow}
          />
        )}
      </div>
      {error && <ProblemLine problem={asProblem(error)} />}
      {isPast ? (
        <p className={`${styles.past} on-wood`} data-region="decision" tabIndex={-1}>
          {t('answer.back')}
        </p>
      ) : seat.lost_at !== null ? (
        <div className={`${styles.past} on-wood`} data-region="decision" tabIndex={-1}>
          <LostSeat projectId={project_id} game={game} role={role} lostAt={seat.lost_at} />
        </div>
      ) : (
        <DecisionBar
          regionLabel={t('answer.label', { seat: t(`seat.${role}`) })}
          table={table}
          decision={decision}
          drawing={noDrawing}
          guarded={seatDecision.guarded}
          boardClick={boardShown ? 'picks' : null}
          remark={null}
          hint={null}
          isReplacing={false}
          hasNumbers={keys.size > 0}
          numbered={numbered}
          isListed={isListed && listed?.choices.length === choices.length}
          undrawn={undrawn}
          refusal={seatDecision.refusal.text}
          typed={seatDecision.field}
          onPlay={seatDecision.play}
          onClear={seatDecision.clear}
          onHold={() => {}}
          onChooseAnother={seatDecision.clear}
          onLeave={() => {}}
          onResult={null}
        />
      )}
    </div>
  );
}

/** Tells the author of choices that other players can't pick on the board. */
function useReportUndrawn(
  ask: ReturnType<typeof useUndrawn>['ask'],
  isSilent: boolean,
  onReports: Dispatch<SetStateAction<Reports>>,
): void {
  const prompt = ask && escapeInvisible(ask.prompt);
  const labels = ask?.choices.map(({ label }) => escapeInvisible(label)).join(', ') ?? '';
  useEffect(() => {
    if (prompt !== null) onReports((reports) => withUndrawn(reports, prompt, isSilent ? null : labels));
  }, [prompt, labels, isSilent, onReports]);
}
