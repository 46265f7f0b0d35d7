import { useMediaQuery } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import type { Answer } from '../../../shared/tables/hooks.ts';
import { attempt } from '../../core/attempt.ts';
import { useApp, useBridge } from '../../core/context.tsx';
import { findDecisionBar, isDialogOpen, useWindowKeys } from '../../core/keys.ts';
import { asProblem } from '../../core/problem.ts';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import { FairnessLens } from '../fairness/FairnessLens.tsx';
import { JoinSteps, joinStep } from '../join/JoinSteps.tsx';
import { useRematch } from '../result/use-rematch.ts';
import { TableBoard, useTableBoard } from '../TableBoard.tsx';
import { TableHeader } from '../TableHeader.tsx';
import tableLayout from '../TableLayout.module.css';
import { decisionOf, digitsOf, guardMs, type MovePick, pendingAnswer } from './bar-state.ts';
import { DecisionBar, useGuard } from './DecisionBar.tsx';
import { PlainView } from './PlainView.tsx';
import styles from './PlayingTable.module.css';
import { focusedPickSource, focusPickSource, type PickSource } from './pick-source.ts';
import { RematchBar } from './RematchBar.tsx';
import { SidePanel } from './SidePanel.tsx';
import { useTableKeys } from './table-keys.ts';
import { useTurnText } from './turn-text.ts';

/**
 * A table from joining to its last position. Boards and the plain view pick moves, and the decision bar plays them; only Parlor's own
 * boards may play at once. The board loads while the table is being joined.
 */
export function PlayingTable({ table, onResult }: { table: Table; onResult(): void }) {
  const bridge = useBridge();
  const turnText = useTurnText();
  const confirmsMoves = useApp((app) => app.settings.confirm_moves);
  const { t } = useTranslation('tables');
  const isJoining = table.phase === 'joining';
  const board = useTableBoard(table, table.board_record !== null || isJoining || table.phase === 'playing');
  const [panelOpen, setPanelOpen] = useState(false);
  const [openRound, setOpenRound] = useState<number | null>(null);
  const [pick, setPick] = useState<MovePick | null>(null);
  /** The question answered last, so that a double click submits once. */
  const answeredKey = useRef<string | null>(null);
  /** The question whose proposal the user wants to replace. */
  const [replacedKey, setReplacedKey] = useState<string | null>(null);
  /** Where the last pick was made by keyboard; null if it was made otherwise. */
  const pickSource = useRef<PickSource | null>(null);
  /** The last decision picked for a question, even if it has been cleared since. */
  const lastPick = useRef<{ key: string; answer: Answer } | null>(null);
  const answerMutation = useMutation({
    mutationFn: (sent: { key: string; answer: Answer }) => bridge.tables.answer({ table_id: table.table_id, ...sent }),
    onError: () => {
      answeredKey.current = null;
    },
  });
  const holdMutation = useMutation({
    mutationFn: (key: string) => bridge.tables.hold({ table_id: table.table_id, key }),
  });
  const error = answerMutation.error ?? holdMutation.error;
  const isCompact = useMediaQuery('(max-width: 1099px)');

  const decision = decisionOf(table, pick, answerMutation.isError ? null : (answerMutation.variables ?? null));
  // Nothing can be picked while the client of this seat decides.
  const visibleTable = decision.kind === 'client' ? { ...table, ask: null } : table;
  const { ask } = visibleTable;
  const pendingMove = pendingAnswer(decision);
  const pickedMove = decision.kind === 'choose' ? null : pendingMove;
  // Blocks Enter for a moment after changes the user did not make.
  const guardKey =
    decision.kind === 'proposal' || decision.kind === 'held' || (decision.kind === 'picked' && pick?.by === 'board')
      ? `${ask?.key}:${String(pendingMove)}`
      : null;
  const guard = useGuard(guardKey, guardMs);

  const sendAnswer = (answer: Answer) => {
    if (!ask || answeredKey.current === ask.key) return;
    answeredKey.current = ask.key;
    holdMutation.reset();
    answerMutation.mutate({ key: ask.key, answer });
    findDecisionBar()?.focus({ preventScroll: true });
  };
  const updatePick = (answer: Answer | null, by: MovePick['by']) => {
    if (answerMutation.isError) answerMutation.reset();
    holdMutation.reset();
    setPick(answer === null || !ask ? null : { key: ask.key, answer, by });
    if (answer !== null && ask) lastPick.current = { key: ask.key, answer };
  };
  const pickInWindow = (answer: Answer | null) => {
    pickSource.current = focusedPickSource();
    updatePick(answer, 'person');
  };
  const isTrusted = table.board?.source === 'local';
  const playsAtOnce = isTrusted && !confirmsMoves;
  const pickOnBoard = (answer: Answer | null, byKey: boolean) => {
    // The focus never returns to an untrusted board automatically.
    pickSource.current = byKey && isTrusted ? 'board' : null;
    if (playsAtOnce && answer !== null && ask?.choices.some(({ value }) => value === answer)) return sendAnswer(answer);
    const previousAnswer = lastPick.current?.key === ask?.key ? lastPick.current?.answer : pendingMove;
    updatePick(answer, isTrusted || previousAnswer == null || previousAnswer === answer ? 'person' : 'board');
  };
  const playPendingMove = () => {
    if (pendingMove !== null && !guard.blocked()) sendAnswer(pendingMove);
  };
  const holdProposal = () => {
    if (ask && !ask.held) holdMutation.mutate(ask.key);
  };
  const rematch = useRematch(table);
  const rematchOffer = rematch.rematch.kind === 'offered' ? rematch.rematch.offer : null;
  // The bar changes under the user's hands when the offer arrives.
  const rematchGuard = useGuard(rematchOffer?.post_id ?? null, guardMs);
  const acceptRematch = () => {
    if (!rematchGuard.blocked()) rematch.request();
  };
  const ownBoard = board.isOwnShown && openRound === null;
  const chooseAnother = () => {
    holdProposal();
    setReplacedKey(ask?.key ?? null);
    focusPickSource(board.isShown ? null : 'list');
  };

  // Keyboard users continue where they picked last, unless they have moved the focus since.
  useEffect(() => {
    if (
      ask?.key !== undefined &&
      pickSource.current &&
      [findDecisionBar(), document.body].includes(document.activeElement as HTMLElement)
    )
      focusPickSource(pickSource.current);
  }, [ask?.key]);

  useWindowKeys((event) => {
    if (event.key !== 'Escape' || event.defaultPrevented || isDialogOpen() || !panelOpen) return;
    event.preventDefault();
    setPanelOpen(false);
  });
  useTableKeys({
    onDigit: (digit) => {
      const choice = ask?.choices[digitsOf(ask.choices).indexOf(digit)];
      if (choice) pickInWindow(choice.value);
    },
    onEnter: () => (rematchOffer ? acceptRematch() : decision.kind === 'over' ? onResult() : playPendingMove()),
    onSpace: () => decision.kind === 'proposal' && holdProposal(),
    onTogglePlain: () => {
      setOpenRound(null);
      if (board.isAvailable) board.setPlain((plain) => !plain);
    },
    onToggleBoard: () => board.isShown && board.setIsHidden((isHidden) => !isHidden),
  });

  return (
    <div className={tableLayout.table} data-phase={table.phase}>
      <TableHeader
        table={table}
        statusText={isJoining ? t('join.turn', { step: joinStep(table) }) : turnText(table, decision)}
        {...(!isJoining && { onTogglePanel: () => setPanelOpen(!panelOpen) })}
      />
      <div className={tableLayout.felt}>
        {isJoining && (
          <div className={styles.steps}>
            <JoinSteps table={table} />
          </div>
        )}
        {openRound !== null ? (
          <FairnessLens table={table} round={openRound} onClose={() => setOpenRound(null)} />
        ) : board.isShown && table.board ? (
          <TableBoard
            loading={isJoining}
            table={table}
            board={table.board}
            state={board}
            record={table.board_record}
            view={table.hooks?.by_hand ? null : table.view}
            seq={table.seq}
            talk={table.talk}
            ask={ask}
            pickedAnswer={pickedMove}
            onPick={pickOnBoard}
          />
        ) : isJoining ? null : (
          <PlainView
            table={visibleTable}
            pickedAnswer={pickedMove}
            onPick={pickInWindow}
            onShowBoard={board.isAvailable ? () => board.setPlain(false) : null}
            uncontained={table.board !== null && !board.isContained}
          />
        )}
        {error && (
          <div className={styles.notice}>
            <ProblemLine problem={asProblem(error)} />
          </div>
        )}
      </div>
      {!isJoining && !isCompact && <SidePanel table={table} ownBoard={ownBoard} onSelectRound={setOpenRound} />}
      {!isJoining && isCompact && panelOpen && (
        <SidePanel
          table={table}
          ownBoard={ownBoard}
          drawer
          onSelectRound={(number) => {
            setOpenRound(number);
            setPanelOpen(false);
          }}
        />
      )}
      {rematchOffer && (
        <RematchBar
          table={table}
          offer={rematchOffer}
          guarded={rematchGuard.guarded || rematch.busy}
          problem={rematch.problem}
          onAccept={acceptRematch}
          onDecline={rematch.decline}
          onResult={onResult}
        />
      )}
      {!isJoining && !rematchOffer && (
        <DecisionBar
          table={table}
          decision={decision}
          guarded={guard.guarded}
          onPlay={playPendingMove}
          onClear={() => setPick(null)}
          onHold={holdProposal}
          onChooseAnother={chooseAnother}
          isReplacing={ask !== null && replacedKey === ask.key}
          boardClick={board.isShown ? (playsAtOnce ? 'plays' : 'picks') : null}
          onType={pickInWindow}
          onEnd={() => attempt(() => bridge.tables.resign({ table_id: table.table_id }))}
          onResult={onResult}
        />
      )}
    </div>
  );
}
