import { useMediaQuery } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import type { Answer } from '../../../shared/tables/hooks.ts';
import { useApp, useBridge } from '../../core/context.tsx';
import { decisionBar, dialogOpen, useWindowKeys } from '../../core/keys.ts';
import { asProblem } from '../../core/problem.ts';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import { FairnessLens } from '../fairness/FairnessLens.tsx';
import { JoinSteps, joinStep } from '../join/JoinSteps.tsx';
import { TableBoard, useTableBoard } from '../TableBoard.tsx';
import { TableHeader } from '../TableHeader.tsx';
import tableLayout from '../TableLayout.module.css';
import { decide, digitsOf, guardMs, type Pick, pendingAnswer } from './bar-state.ts';
import { DecisionBar, useGuard } from './DecisionBar.tsx';
import { PlainView } from './PlainView.tsx';
import styles from './PlayingTable.module.css';
import { focusedPickSource, focusPickSource, type PickSource } from './pick-source.ts';
import { SidePanel } from './SidePanel.tsx';
import { useTableKeys } from './table-keys.ts';
import { useTurnText } from './turn-text.ts';

/**
 * A table from joining to its last position. Boards and the plain view pick moves, and the decision bar plays them; only Parlor's own
 * boards may play at once. The board loads while the table is being joined.
 */
export function PlayingTable({ table, onResult }: { table: Table; onResult(): void }) {
  const bridge = useBridge();
  const turn = useTurnText();
  const confirms = useApp((app) => app.settings.confirm_moves);
  const { t } = useTranslation('tables');
  const joining = table.phase === 'joining';
  const board = useTableBoard(table, table.board_record !== null || joining || table.phase === 'playing');
  const [panel, setPanel] = useState(false);
  const [round, setRound] = useState<number | null>(null);
  const [pick, setPick] = useState<Pick | null>(null);
  /** The question answered last, so that a double click submits once. */
  const answered = useRef<string | null>(null);
  /** The question whose proposal the user wants to replace. */
  const [replacing, setReplacing] = useState<string | null>(null);
  /** Where the last pick was made by keyboard; null if it was made otherwise. */
  const pickSource = useRef<PickSource | null>(null);
  /** The last decision picked for a question, even if it has been cleared since. */
  const lastPick = useRef<{ key: string; answer: Answer } | null>(null);
  const answering = useMutation({
    mutationFn: (sent: { key: string; answer: Answer }) => bridge.tables.answer({ table_id: table.table_id, ...sent }),
    onError: () => {
      answered.current = null;
    },
  });
  const holding = useMutation({
    mutationFn: (key: string) => bridge.tables.hold({ table_id: table.table_id, key }),
  });
  const error = answering.error ?? holding.error;
  const compact = useMediaQuery('(max-width: 1099px)');

  const decision = decide(table, pick, answering.isError ? null : (answering.variables ?? null));
  // Nothing can be picked while the client of this seat decides.
  const shown = decision.kind === 'client' ? { ...table, ask: null } : table;
  const { ask } = shown;
  const pending = pendingAnswer(decision);
  const picked = decision.kind === 'choose' ? null : pending;
  // Blocks Enter for a moment after changes the user did not make.
  const guardKey =
    decision.kind === 'proposal' || decision.kind === 'held' || (decision.kind === 'picked' && pick?.by === 'board')
      ? `${ask?.key}:${String(pending)}`
      : null;
  const guard = useGuard(guardKey, guardMs);

  const send = (answer: Answer) => {
    if (!ask || answered.current === ask.key) return;
    answered.current = ask.key;
    holding.reset();
    answering.mutate({ key: ask.key, answer });
    decisionBar()?.focus({ preventScroll: true });
  };
  const choose = (answer: Answer | null, by: Pick['by']) => {
    if (answering.isError) answering.reset();
    holding.reset();
    setPick(answer === null || !ask ? null : { key: ask.key, answer, by });
    if (answer !== null && ask) lastPick.current = { key: ask.key, answer };
  };
  const pickHere = (answer: Answer | null) => {
    pickSource.current = focusedPickSource();
    choose(answer, 'person');
  };
  const trusted = table.board?.source === 'local';
  const playsAtOnce = trusted && !confirms;
  const pickOnBoard = (answer: Answer | null, byKey: boolean) => {
    // The focus never returns to an untrusted board automatically.
    pickSource.current = byKey && trusted ? 'board' : null;
    if (playsAtOnce && answer !== null && ask?.choices.some(({ value }) => value === answer)) return send(answer);
    const previous = lastPick.current?.key === ask?.key ? lastPick.current?.answer : pending;
    choose(answer, trusted || previous == null || previous === answer ? 'person' : 'board');
  };
  const play = () => {
    if (pending !== null && !guard.blocked()) send(pending);
  };
  const hold = () => {
    if (ask && !ask.held) holding.mutate(ask.key);
  };
  const ownBoard = board.own && round === null;
  const chooseAnother = () => {
    hold();
    setReplacing(ask?.key ?? null);
    focusPickSource(board.shown ? null : 'list');
  };

  // Keyboard users continue where they picked last, unless they have moved the focus since.
  useEffect(() => {
    if (
      ask?.key !== undefined &&
      pickSource.current &&
      [decisionBar(), document.body].includes(document.activeElement as HTMLElement)
    )
      focusPickSource(pickSource.current);
  }, [ask?.key]);

  useWindowKeys((event) => {
    if (event.key !== 'Escape' || event.defaultPrevented || dialogOpen() || !panel) return;
    event.preventDefault();
    setPanel(false);
  });
  useTableKeys({
    onDigit: (digit) => {
      const choice = ask?.choices[digitsOf(ask.choices).indexOf(digit)];
      if (choice) pickHere(choice.value);
    },
    onEnter: () => (decision.kind === 'over' ? onResult() : play()),
    onSpace: () => decision.kind === 'proposal' && hold(),
    onPlain: () => {
      setRound(null);
      if (board.available) board.setPlain((plain) => !plain);
    },
    onCover: () => board.shown && board.setCovered((covered) => !covered),
  });

  return (
    <div className={tableLayout.table} data-phase={table.phase}>
      <TableHeader
        table={table}
        turn={joining ? t('join.turn', { step: joinStep(table) }) : turn(table, decision)}
        {...(!joining && { onPanel: () => setPanel(!panel) })}
      />
      <div className={tableLayout.felt}>
        {joining && (
          <div className={styles.steps}>
            <JoinSteps table={table} />
          </div>
        )}
        {round !== null ? (
          <FairnessLens table={table} round={round} onClose={() => setRound(null)} />
        ) : board.shown && table.board ? (
          <TableBoard
            loading={joining}
            table={table}
            board={table.board}
            state={board}
            record={table.board_record}
            view={table.hooks?.by_hand ? null : table.view}
            seq={table.seq}
            talk={table.talk}
            ask={ask}
            picked={picked}
            onPick={pickOnBoard}
          />
        ) : joining ? null : (
          <PlainView
            table={shown}
            picked={picked}
            onPick={pickHere}
            onBoard={board.available ? () => board.setPlain(false) : null}
            uncontained={table.board !== null && !board.contained}
          />
        )}
        {error && (
          <div className={styles.notice}>
            <ProblemLine problem={asProblem(error)} />
          </div>
        )}
      </div>
      {!joining && !compact && <SidePanel table={table} ownBoard={ownBoard} onRound={setRound} />}
      {!joining && compact && panel && (
        <SidePanel
          table={table}
          ownBoard={ownBoard}
          drawer
          onRound={(number) => {
            setRound(number);
            setPanel(false);
          }}
        />
      )}
      {!joining && (
        <DecisionBar
          table={table}
          decision={decision}
          guarded={guard.guarded}
          onPlay={play}
          onClear={() => setPick(null)}
          onHold={hold}
          onAnother={chooseAnother}
          replacing={ask !== null && replacing === ask.key}
          onBoard={board.shown ? (playsAtOnce ? 'plays' : 'picks') : null}
          onType={pickHere}
          onEnd={() => void bridge.tables.resign({ table_id: table.table_id })}
          onResult={onResult}
        />
      )}
    </div>
  );
}
