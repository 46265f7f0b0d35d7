import { BoardTray, type BoardTrayProps } from '../boards/BoardTray.tsx';
import type { FakeHandlers } from './fake-bridge.ts';
import { keyOf } from './samples.ts';

const nothing = () => {};

/** A board with an empty page, for tests of its surroundings. */
export const emptyBoard: FakeHandlers = { tables: { board: () => ({ client: 'port', url: 'about:blank' }) } };

/** The tray around a board that is not trusted. */
export function UntrustedTray({
  covered = false,
  onProblem = nothing,
}: {
  covered?: boolean;
  onProblem?: BoardTrayProps['onProblem'];
}) {
  return (
    <BoardTray
      tableId="t1"
      board={{ source: 'platform', manifest_hash: keyOf(700), author: 'saltmarsh' }}
      hidden={covered}
      context={{
        role: 'guest',
        control_mode: 'human',
        options: {},
        theme: 'light',
        locale: 'en',
        reduced_motion: false,
        text_scale: 1,
        distinct_pieces: false,
        names: { host: 'Ada', guest: 'Bob' },
      }}
      record={{ seat: 'guest', options: {}, messages: [], end: null }}
      view={{}}
      seq={1}
      ask={null}
      pickedAnswer={null}
      onPick={nothing}
      onStop={nothing}
      onUnhide={nothing}
      onProblem={onProblem}
    />
  );
}
