import { useState } from 'react';
import type { Table } from '../../shared/bridge/contract.ts';
import { type BoardEnd, BoardStopped } from '../boards/BoardStopped.tsx';
import { BoardTray, type BoardTrayProps } from '../boards/BoardTray.tsx';
import { thisBrowserContainsBoards } from '../boards/containment.ts';
import { playerNames } from '../boards/player-names.ts';
import { useBoardAppearance } from '../boards/use-board-appearance.ts';
import { useApp } from '../core/context.tsx';

export type TableBoardState = ReturnType<typeof useTableBoard>;

/** Whether a table shows its board or the plain view. `usable`: the record that the board needs is available, or will be. */
export function useTableBoard(table: Table, usable: boolean) {
  const shell = useApp((app) => app.shell);
  const preferPlain = useApp((app) => app.settings.prefer_plain_view);
  const [plain, setPlain] = useState(preferPlain);
  const [covered, setCovered] = useState(false);
  const [end, setEnd] = useState<BoardEnd | null>(null);
  // The desktop shell isolates frames itself; a web browser has to support it (containment.ts).
  const contained = shell === 'desktop' || thisBrowserContainsBoards();
  const available = table.board !== null && contained && usable;
  const shown = available && !plain;
  return {
    contained,
    available,
    shown,
    /** Parlor's own board is on screen. */
    own: shown && end === null && table.board?.source === 'local',
    setPlain,
    covered,
    setCovered,
    end,
    setEnd,
  };
}

interface TableBoardProps
  extends Pick<BoardTrayProps, 'record' | 'view' | 'seq' | 'talk' | 'ask' | 'picked' | 'onPick' | 'loading'> {
  table: Table;
  board: NonNullable<Table['board']>;
  state: TableBoardState;
}

/** The board of a table, or why it was stopped. */
export function TableBoard({ table, board, state, loading = false, ...frame }: TableBoardProps) {
  const look = useBoardAppearance();
  const { covered, setCovered, end, setEnd, setPlain } = state;
  if (end && loading) return null;
  if (end) return <BoardStopped end={end} onPlain={() => setPlain(true)} onRetry={() => setEnd(null)} />;
  return (
    <BoardTray
      tableId={table.table_id}
      board={board}
      covered={covered}
      loading={loading}
      onUncover={() => setCovered(false)}
      onPlain={() => setPlain(true)}
      onProblem={(problem) => setEnd({ problem })}
      onStop={(reason, perSecond) => setEnd({ reason, perSecond })}
      context={{
        ...look,
        role: table.role,
        control_mode: table.control_mode,
        options: table.options,
        names: playerNames(table),
      }}
      {...frame}
    />
  );
}
