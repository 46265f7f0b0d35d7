import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../shared/bridge/contract.ts';
import type { Answer } from '../../shared/tables/hooks.ts';
import { useApp, useBridge } from '../app/context.tsx';
import { asProblem, type Problem } from '../app/problem.ts';
import { type BoardEnd, BoardStopped } from '../boards/BoardStopped.tsx';
import { BoardTray } from '../boards/BoardTray.tsx';
import { thisBrowserContainsBoards } from '../boards/containment.ts';
import { ProblemLine } from '../identity/ProblemLine.tsx';
import { DecisionBar, useGuard } from './DecisionBar.tsx';
import { decide, digitsOf, guardMs, named, type Pick } from './decision.ts';
import { FairnessLens } from './FairnessLens.tsx';
import { PlainView } from './PlainView.tsx';
import { SidePanel } from './SidePanel.tsx';
import styles from './Table.module.css';
import { TableHead } from './TableHead.tsx';
import { useTableKeys } from './table-keys.ts';
import { useTurnWords } from './turn-words.ts';

/** The felt with a game on it. Boards and the plain view can pick; only the decision bar plays. */
export function PlayingTable({ table, onResult }: { table: Table; onResult(): void }) {
  const { i18n } = useTranslation('tables');
  const bridge = useBridge();
  const turn = useTurnWords();
  const shell = useApp((app) => app.shell);
  const preferPlain = useApp((app) => app.settings.prefer_plain_view);
  const [plain, setPlain] = useState(preferPlain);
  const [covered, setCovered] = useState(false);
  const [boardEnd, setBoardEnd] = useState<BoardEnd | null>(null);
  const [panel, setPanel] = useState(false);
  const [round, setRound] = useState<number | null>(null);
  const [pick, setPick] = useState<Pick | null>(null);
  const [sent, setSent] = useState<{ key: string; answer: Answer } | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const compact = useMediaQuery('(max-width: 1099px)');
  const dark = useMediaQuery('(prefers-color-scheme: dark)', undefined, { getInitialValueInEffect: false });
  const theme = useApp((app) => app.settings.theme);
  const reducedMotion = useMediaQuery('(prefers-reduced-motion: reduce)', undefined, {
    getInitialValueInEffect: false,
  });

  const { ask } = table;
  const decision = decide(table, pick, sent);
  const standing = named(decision);
  const shownPick = decision.kind === 'choose' ? null : standing;
  // What the person did not change themself is not under their finger yet.
  const foreign =
    decision.kind === 'proposal' || decision.kind === 'held' || (decision.kind === 'picked' && pick?.by === 'board')
      ? `${ask?.key}:${String(standing)}`
      : null;
  const guard = useGuard(foreign, guardMs);

  const pickBy = (by: Pick['by']) => (answer: Answer | null) => {
    setProblem(null);
    setPick(answer === null || !ask ? null : { key: ask.key, answer, by });
  };
  const play = () => {
    if (!ask || standing === null || guard.blocked()) return;
    const { key } = ask;
    setSent({ key, answer: standing });
    setProblem(null);
    bridge.tables.answer({ table_id: table.table_id, key, answer: standing }).catch((error) => {
      setSent(null);
      setProblem(asProblem(error));
    });
  };
  const hold = () => {
    if (ask && !ask.held) {
      bridge.tables.hold({ table_id: table.table_id, key: ask.key }).catch((error) => setProblem(asProblem(error)));
    }
  };
  // The desktop window has its own walls around a frame; in a browser, the browser has to have them.
  const contained = shell === 'desktop' || thisBrowserContainsBoards();
  const usesBoard = table.board !== null && contained && !plain;
  const another = () => {
    hold();
    document.querySelector<HTMLElement>('[data-region="board"] input, [data-region="board"] iframe')?.focus();
  };

  useTableKeys({
    onDigit: (digit) => {
      const choice = ask?.choices[digitsOf(ask.choices).indexOf(digit)];
      if (choice) pickBy('person')(choice.value);
    },
    onEnter: () => (decision.kind === 'over' ? onResult() : play()),
    onSpace: () => decision.kind === 'proposal' && hold(),
    onPlain: () => {
      setRound(null);
      if (table.board && contained) setPlain((shown) => !shown);
    },
    onCover: () => usesBoard && setCovered((shown) => !shown),
  });

  const scheme = theme === 'system' ? (dark ? 'dark' : 'light') : theme;
  return (
    <div className={styles.table}>
      <TableHead table={table} turn={turn(table, decision)} onPanel={() => setPanel(!panel)} />
      <div className={styles.felt}>
        {round !== null ? (
          <FairnessLens table={table} round={round} onClose={() => setRound(null)} />
        ) : usesBoard && boardEnd ? (
          <BoardStopped end={boardEnd} onPlain={() => setPlain(true)} onAgain={() => setBoardEnd(null)} />
        ) : usesBoard && table.board ? (
          <BoardTray
            tableId={table.table_id}
            board={table.board}
            covered={covered}
            onUncover={() => setCovered(false)}
            onPlain={() => setPlain(true)}
            onProblem={(found) => setBoardEnd({ problem: found })}
            onStop={(reason, perSecond) => setBoardEnd({ reason, perSecond })}
            context={{
              theme: scheme,
              locale: i18n.language,
              reduced_motion: reducedMotion ?? false,
              role: table.role,
              control_mode: table.control_mode,
              options: table.options,
            }}
            view={table.view}
            seq={table.seq}
            talk={table.talk}
            ask={ask}
            picked={shownPick}
            onPick={pickBy('board')}
          />
        ) : (
          <PlainView
            table={table}
            picked={shownPick}
            onPick={pickBy('person')}
            onBoard={table.board && contained ? () => setPlain(false) : null}
            uncontained={table.board !== null && !contained}
          />
        )}
        {problem && (
          <div className={styles.notice}>
            <ProblemLine problem={problem} />
          </div>
        )}
      </div>
      {!compact && <SidePanel table={table} onRound={setRound} />}
      {compact && panel && (
        <SidePanel
          table={table}
          drawer
          onRound={(number) => {
            setRound(number);
            setPanel(false);
          }}
        />
      )}
      <DecisionBar
        table={table}
        decision={decision}
        guarded={guard.guarded}
        onPlay={play}
        onClear={() => setPick(null)}
        onHold={hold}
        onAnother={another}
        onEnd={() => void bridge.tables.resign({ table_id: table.table_id })}
        onResult={onResult}
      />
    </div>
  );
}
