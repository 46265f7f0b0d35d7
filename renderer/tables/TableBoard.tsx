import { useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Table } from '../../shared/bridge/contract.ts';
import { type BoardFailure, BoardStopped } from '../boards/BoardStopped.tsx';
import { BoardTray, type BoardTrayProps } from '../boards/BoardTray.tsx';
import { browserCanContainBoards } from '../boards/containment.ts';
import { playerNames } from '../boards/player-names.ts';
import { useBoardAppearance } from '../boards/use-board-appearance.ts';
import { useApp } from '../core/context.tsx';

interface BoardView {
  plain?: boolean;
  hidden?: boolean;
}

/** What the person chose, by table, until the window reloads: a covered board stays covered when they come back to it. */
const chosenViews = createStore<ReadonlyMap<string, BoardView>>(() => new Map());

export type TableBoardState = ReturnType<typeof useTableBoard>;

/** Whether a table shows its board or the plain view. `usable`: the record that the board needs is available, or will be. */
export function useTableBoard(table: Table, usable: boolean) {
  const shell = useApp((app) => app.shell);
  const preferPlain = useApp((app) => app.settings.prefer_plain_view);
  const chosen = useStore(chosenViews, (views) => views.get(table.table_id));
  const plain = chosen?.plain ?? preferPlain;
  const isHidden = chosen?.hidden ?? false;
  const choose = (view: BoardView) =>
    chosenViews.setState(
      (views) => new Map([...views, [table.table_id, { ...views.get(table.table_id), ...view }]]),
      true,
    );
  const [failure, setFailure] = useState<BoardFailure | null>(null);
  const [isDrawn, setIsDrawn] = useState(false);
  // The desktop shell isolates frames itself; a web browser has to support it (containment.ts).
  const isContained = shell === 'desktop' || browserCanContainBoards();
  const isAvailable = table.board !== null && isContained && usable;
  const isShown = isAvailable && !plain;
  return {
    isContained,
    isAvailable,
    isShown,
    /** Parlor's own board is on screen. */
    isOwnShown: isShown && failure === null && table.board?.source === 'local',
    /** The board shows the position. */
    isDrawn,
    setIsDrawn,
    plain,
    setPlain: (plain: boolean) => choose({ plain }),
    isHidden,
    setIsHidden: (hidden: boolean) => choose({ hidden }),
    failure,
    setFailure,
  };
}

interface TableBoardProps
  extends Pick<
    BoardTrayProps,
    | 'record'
    | 'view'
    | 'seq'
    | 'talk'
    | 'marks'
    | 'ask'
    | 'ahead'
    | 'pickedAnswer'
    | 'onPick'
    | 'onIllegal'
    | 'onLate'
    | 'onNumbers'
    | 'onDraws'
    | 'loading'
  > {
  table: Table;
  board: NonNullable<Table['board']>;
  state: TableBoardState;
}

/** The board of a table, or why it was stopped. */
export function TableBoard({ table, board, state, loading = false, ...frame }: TableBoardProps) {
  const appearance = useBoardAppearance();
  const { isHidden, setIsHidden, failure, setFailure, setPlain, setIsDrawn } = state;
  if (failure && loading) return null;
  if (failure)
    return <BoardStopped failure={failure} onShowPlainView={() => setPlain(true)} onRetry={() => setFailure(null)} />;
  return (
    <BoardTray
      tableId={table.table_id}
      board={board}
      hidden={isHidden}
      loading={loading}
      onDrawn={setIsDrawn}
      onUnhide={() => setIsHidden(false)}
      onProblem={(problem) => setFailure({ problem })}
      onStop={(reason, perSecond) => setFailure({ reason, perSecond })}
      context={{
        ...appearance,
        role: table.role,
        control_mode: table.control_mode,
        options: table.options,
        names: playerNames(table),
      }}
      {...frame}
    />
  );
}
