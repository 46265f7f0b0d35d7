import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BoardNumber } from '../../../shared/boards/contract.ts';
import type { Table } from '../../../shared/bridge/contract.ts';
import { isolatedName } from '../../../shared/peer-text.ts';
import { type Answer, type Choice, legalAnswer } from '../../../shared/tables/hooks.ts';
import type { BoardPick, DrawnAnswers } from '../../boards/BoardFrame.tsx';
import { BoardStoppedLine } from '../../boards/BoardStopped.tsx';
import { useApp, useBridge } from '../../core/context.tsx';
import { findDecisionBar } from '../../core/keys.ts';
import { asProblem } from '../../core/problem.ts';
import { capitalized } from '../../ui/format.ts';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import { TableBand } from '../band/TableBand.tsx';
import { useDraw } from '../draw/use-draw.ts';
import { FairnessLens } from '../fairness/FairnessLens.tsx';
import { JoinSteps, joinStep } from '../join/JoinSteps.tsx';
import { SidePanel } from '../panel/SidePanel.tsx';
import { useTablePanel } from '../panel/use-table-panel.ts';
import { useNewRemark } from '../remarks/use-new-remark.ts';
import { useRematch } from '../result/use-rematch.ts';
import { TableBoard, useTableBoard } from '../TableBoard.tsx';
import tableLayout from '../TableLayout.module.css';
import { choiceOf, decisionOf, guardMs, type MovePick, pendingAnswer, questionOf, soleAnswer } from './bar-state.ts';
import { DecisionBar } from './DecisionBar.tsx';
import { digitKeys } from './digit-keys.ts';
import { PlainView } from './PlainView.tsx';
import styles from './PlayingTable.module.css';
import { focusedPickSource, focusPickSource, type PickSource } from './pick-source.ts';
import { RematchBar } from './RematchBar.tsx';
import { askToLeave, useTableKeys } from './table-keys.ts';
import { UndrawnChoices } from './UndrawnChoices.tsx';
import { useFirstGameHint } from './use-first-game-hint.ts';
import { useFollowing } from './use-following.ts';
import { useGuard } from './use-guard.ts';
import { usePremove } from './use-premove.ts';
import { useRefusal, waitingReason } from './use-refusal.ts';
import { useTypedAnswer } from './use-typed-answer.ts';
import { useTypedPlace } from './use-typed-place.ts';
import { useUndrawn } from './use-undrawn.ts';
import { useUnplayed } from './use-unplayed.ts';

/**
 * A table from joining to its last position. Boards and the plain view pick moves, and the decision bar plays them; only Parlor's own
 * boards may play at once. The board loads while the table is being joined.
 */
export function PlayingTable({ table, onResult }: { table: Table; onResult(): void }) {
  const bridge = useBridge();
  const confirmsMoves = useApp((app) => app.settings.confirm_moves);
  const { t } = useTranslation('tables');
  const isJoining = table.phase === 'joining';
  const board = useTableBoard(table, table.board_record !== null || isJoining || table.phase === 'playing');
  /** Until a stopped board is shown again, the plain view continues the game. */
  const onBoard = board.isShown && (board.failure === null || isJoining);
  const hint = useFirstGameHint(table);
  const panel = useTablePanel(isJoining ? [] : ['moves', 'rules', 'checks']);
  const [openRound, setOpenRound] = useState<number | null>(null);
  const { pick, typed, setPick, setTyped, forget } = useUnplayed(table.table_id);
  const refusal = useRefusal(table.ask?.key ?? null);
  /** Why the move that was typed in the plain view can't be played. */
  const typedProblem = useRef<string | null>(null);
  const [boardNumbers, setBoardNumbers] = useState<readonly BoardNumber[]>([]);
  const [drawn, setDrawn] = useState<DrawnAnswers | null>();
  /** What was answered last, so that a double click submits once. */
  const answered = useRef<{ key: string; answer: Answer } | null>(null);
  /** The question whose proposal the user wants to replace. */
  const [replacedKey, setReplacedKey] = useState<string | null>(null);
  /** Where the last pick was made by keyboard; null if it was made otherwise. */
  const pickSource = useRef<PickSource | null>(null);
  /** The last decision picked for a question, even if it has been cleared since. */
  const lastPick = useRef<{ key: string; answer: Answer } | null>(null);
  const answerMutation = useMutation({
    mutationFn: (sent: { key: string; answer: Answer }) => bridge.tables.answer({ table_id: table.table_id, ...sent }),
    onError: () => {
      answered.current = null;
    },
    onSuccess: (_, { key }) => forget(key),
  });
  const holdMutation = useMutation({
    mutationFn: (key: string) => bridge.tables.hold({ table_id: table.table_id, key }),
  });
  // A problem belongs to the text typed for one question.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per question
  useEffect(() => {
    typedProblem.current = null;
  }, [table.ask?.key]);
  // Afterwards: it may say what became of a choice as the question was asked.
  const premove = usePremove(table, playMissed);
  const drawing = useDraw(table);
  const error = answerMutation.error ?? holdMutation.error ?? premove.error ?? drawing.problem;

  const decision = decisionOf(
    { ...table, premove: premove.premove },
    pick,
    answerMutation.isError ? null : (answerMutation.variables ?? null),
  );
  // Nothing can be picked while the agent of this seat decides alone.
  const visibleTable = decision.kind === 'agent' ? { ...table, ask: null } : table;
  const { ask, ahead } = visibleTable;
  const question = questionOf(visibleTable);
  const typedPlace = useTypedPlace(question);
  const pendingMove = pendingAnswer(decision);
  // Blocks Enter for a moment after changes the user did not make.
  const guardKey =
    decision.kind === 'proposal' || decision.kind === 'held' || ('choice' in decision && pick?.by === 'board')
      ? `${question?.key}:${String(pendingMove)}`
      : null;
  const guard = useGuard(guardKey, guardMs);

  /** Whether what was played or chosen last is still on its way. */
  const isBusy = () => (ask !== null && answered.current?.key === ask.key) || premove.isSending;
  const { following, follow, takeBack } = useFollowing(visibleTable, {
    isBusy,
    progress: `${premove.isSending} ${answerMutation.status}`,
    refusal,
    onPick: ({ value }) => updatePick(value, 'person'),
    onPlay: ({ value }) => submit(value),
  });
  const pickedMove =
    following?.choice.value ??
    (decision.kind === 'premove' || decision.kind === 'sent' ? decision.choice.value : pendingMove);
  /** Something is chosen while an answer is on its way. */
  const chooseMeanwhile = (answer: Answer | null, plays: boolean) => {
    const choice = choiceOf(visibleTable, answer);
    if (choice === null) return (takeBack ?? premove.takeBack)?.();
    // A second click on the same place, or Enter pressed twice.
    const sent = ask ? answered.current : premove.premove;
    if (following === null && answer === sent?.answer) return;
    if (table.protocol.mode === 'simultaneous_round' || ask?.entry) return refusal.show(t('bar.chosen_already'));
    follow(choice, plays);
  };

  /** Plays an answer, or keeps it for the next turn. */
  const submit = (answer: Answer) => {
    if (isBusy()) return chooseMeanwhile(answer, true);
    if (ask) return sendAnswer(answer);
    setPick(null);
    premove.keep(answer);
    findDecisionBar()?.focus({ preventScroll: true });
  };
  /** What was chosen as the turn began is played if it is possible. */
  function playMissed({ value, label }: Choice, prompt: string) {
    if (ask?.prompt !== prompt) refusal.show(t('bar.late_pick'));
    else if (legalAnswer(ask, value) !== null) sendAnswer(value);
    else refusal.show(t('bar.illegal', { label: capitalized(label) }));
  }
  const sendAnswer = (answer: Answer) => {
    if (!ask) return;
    answered.current = { key: ask.key, answer };
    holdMutation.reset();
    answerMutation.mutate(answered.current);
    findDecisionBar()?.focus({ preventScroll: true });
  };
  const updatePick = (answer: Answer | null, by: MovePick['by']) => {
    refusal.clear();
    if (isBusy()) return chooseMeanwhile(answer, false);
    if (answerMutation.isError) answerMutation.reset();
    holdMutation.reset();
    premove.takeBack?.();
    typedProblem.current = null;
    setPick(
      answer === null || !question
        ? null
        : { key: question.key, answer, label: choiceOf(visibleTable, answer)?.label ?? String(answer), by },
    );
    if (answer !== null && question) lastPick.current = { key: question.key, answer };
  };
  const pickInWindow = (answer: Answer | null) => {
    pickSource.current = focusedPickSource();
    updatePick(answer, 'person');
  };
  const isTrusted = table.board?.source === 'local';
  const playsAtOnce = isTrusted && !confirmsMoves;
  const pickOnBoard = (answer: Answer | null, { byKey, plays }: BoardPick) => {
    // The focus never returns to an untrusted board automatically.
    pickSource.current = byKey && isTrusted ? 'board' : null;
    const choice = question?.choices.find(({ value }) => value === answer);
    typedPlace.continueFrom(choice && !plays ? choice : null);
    if (playsAtOnce && plays && choice) return submit(choice.value);
    const previousAnswer = lastPick.current?.key === question?.key ? lastPick.current?.answer : pendingMove;
    updatePick(answer, isTrusted || previousAnswer == null || previousAnswer === answer ? 'person' : 'board');
  };
  /** Nothing can be chosen now, which is said instead of ignoring what the person does. */
  const refuseWaiting = () => {
    const reason = waitingReason(table, decision);
    if (reason !== null) refusal.show(t(`bar.${reason}`));
  };
  const field = useTypedAnswer(ask, pick, [typed, setTyped], { refusal, onPick: pickInWindow });
  const playPendingMove = () => {
    const problem = field.problem ?? typedProblem.current;
    if (problem !== null) refusal.show(problem);
    else if (isBusy()) {
      // Enter is pressed twice, unless something was picked since.
      if (following) follow(following.choice, true);
    } else if (pendingMove !== null && !guard.blocked()) submit(pendingMove);
    else if (decision.kind === 'choose' && ask && soleAnswer(ask) !== null) pickInWindow(soleAnswer(ask));
    else if (decision.kind === 'choose') refusal.show(field.missing);
    else refuseWaiting();
  };
  const noteTypedProblem = (reason: string | null) => {
    typedProblem.current = reason;
    if (reason !== null) refusal.show(reason);
    else refusal.clear();
  };
  /** Named only if it looks like a place, or is an amount: a board could choose any text, and people don't know values by their numbers. */
  const refuseAnswer = (answer: Answer) => {
    const isNamed =
      typeof answer === 'number' ? ask?.entry?.type === 'integer' : /^([a-z]\d{1,2}){1,2}$/.test(`${answer}`);
    refusal.show(isNamed ? t('bar.illegal', { label: String(answer) }) : t('bar.illegal_other'));
  };
  const choices = question?.choices ?? [];
  const claims = { byHand: table.hooks?.by_hand ?? false, drawn, numbers: boardNumbers };
  const undrawn = useUndrawn({ ask: onBoard ? ask : null, ...claims });
  const canList = onBoard && openRound === null && table.phase === 'playing';
  const isListed = undrawn.isListed && canList;
  const keepsList = undrawn.keepsPlace && canList;
  const listed = isListed ? (undrawn.ask?.choices ?? []) : choices;
  const { digits, numbered } = digitKeys({ onBoard, isListed, listed, choices, numbers: boardNumbers });
  const holdProposal = () => {
    if (ask && !ask.held) holdMutation.mutate(ask.key);
  };
  const newRemark = useNewRemark(table, panel.shown === 'moves');
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
    focusPickSource(onBoard ? null : 'list');
  };

  // What was only picked is given up with its question, and not without a word.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per question
  useEffect(() => {
    if (pick === null || pick.key === question?.key || isJoining) return;
    if (pick.key !== answered.current?.key && decision.kind !== 'over')
      refusal.show(t('bar.given_up', { label: capitalized(pick.label) }));
    forget(pick.key);
  }, [question?.key]);
  // Keyboard users continue where they picked last, unless they have moved the focus since.
  useEffect(() => {
    if (
      ask?.key !== undefined &&
      pickSource.current &&
      [findDecisionBar(), document.body].includes(document.activeElement as HTMLElement)
    )
      focusPickSource(pickSource.current);
  }, [ask?.key]);

  useTableKeys({
    onPlaceCharacter: (character) => {
      const place = typedPlace.type(character);
      if (place.choice && question === null) refuseWaiting();
      else if (place.choice) pickInWindow(place.choice.value);
      else if (place.unknown !== null) refuseAnswer(place.unknown);
      return place.typed !== '' || place.unknown !== null;
    },
    onType: (character) => !digits.has(Number(character)) && field.typeKey(character),
    onDigit: (digit) => {
      if (!question) return refuseWaiting();
      if (digits.size === 0 && onBoard && !board.isDrawn) return refusal.show(t('bar.board_loading'));
      if (digits.size === 0) return;
      const answer = digits.get(digit);
      if (answer === undefined) refusal.show(t('bar.no_number', { digit }));
      else if (legalAnswer(question, answer) === null) refuseAnswer(answer);
      else pickInWindow(answer);
    },
    onEnter: () => (decision.kind === 'over' ? onResult() : playPendingMove()),
    onSpace: () => decision.kind === 'proposal' && holdProposal(),
    onTogglePlain: () => {
      setOpenRound(null);
      if (board.isAvailable) board.setPlain(!board.plain);
    },
    onToggleBoard: () => onBoard && board.setIsHidden(!board.isHidden),
  });

  const plainView = (
    <PlainView
      table={visibleTable}
      pickedAnswer={pickedMove}
      onPick={pickInWindow}
      typed={field}
      hasBoard={board.isAvailable}
      onTypeProblem={noteTypedProblem}
      uncontained={table.board !== null && !board.isContained}
    />
  );
  return (
    <div className={tableLayout.table} data-phase={table.phase}>
      <TableBand
        table={table}
        status={
          isJoining
            ? t('join.turn', { step: joinStep(table) })
            : table.concession === 'said' && table.phase === 'playing'
              ? t('turn.conceded', { peer: isolatedName(table.peer.nickname) })
              : undefined
        }
        board={board}
        drawing={drawing}
        {...(!isJoining && { panel })}
      />
      <div className={keepsList ? `${tableLayout.felt} ${styles.listed}` : tableLayout.felt}>
        {isJoining && (
          <div className={styles.steps}>
            <JoinSteps table={table} />
          </div>
        )}
        {openRound !== null ? (
          <FairnessLens table={table} round={openRound} onClose={() => setOpenRound(null)} />
        ) : onBoard && table.board ? (
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
            ahead={ahead}
            pickedAnswer={pickedMove}
            onPick={pickOnBoard}
            onIllegal={refuseAnswer}
            onLate={() => refusal.show(t('bar.late_pick'))}
            onNumbers={setBoardNumbers}
            onDraws={setDrawn}
          />
        ) : isJoining ? null : board.isShown && board.failure ? (
          <div className={styles.stopped}>
            <BoardStoppedLine failure={board.failure} onRetry={() => board.setFailure(null)} />
            {plainView}
          </div>
        ) : (
          plainView
        )}
        {keepsList && (
          <UndrawnChoices
            undrawn={undrawn}
            view={table.view}
            pickedAnswer={pickedMove}
            numbered={boardNumbers.length === 0}
            onPick={pickInWindow}
          />
        )}
        {error && (
          <div className={styles.notice}>
            <ProblemLine problem={asProblem(error)} />
          </div>
        )}
      </div>
      {!isJoining && <SidePanel table={table} panel={panel} ownBoard={ownBoard} onSelectRound={setOpenRound} />}
      {rematchOffer && (
        <RematchBar
          table={table}
          offer={rematchOffer}
          guarded={rematchGuard.guarded}
          busy={rematch.busy}
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
          drawing={drawing}
          guarded={guard.guarded}
          onPlay={playPendingMove}
          onClear={takeBack ?? premove.takeBack ?? (() => setPick(null))}
          following={following}
          onHold={holdProposal}
          onChooseAnother={chooseAnother}
          isReplacing={ask !== null && replacedKey === ask.key}
          remark={newRemark}
          hint={hint}
          boardClick={onBoard ? (playsAtOnce ? 'plays' : 'picks') : null}
          typed={field}
          hasNumbers={digits.size > 0}
          numbered={numbered}
          isListed={isListed && undrawn.ask?.choices.length === choices.length}
          undrawn={undrawn}
          refusal={refusal.text}
          onLeave={askToLeave}
          onResult={onResult}
        />
      )}
    </div>
  );
}
