import { expect, it } from 'vitest';
import { openBoardConnection } from './connection.ts';
import type { BoardEvent } from './message-guard.ts';

function open() {
  const events: BoardEvent[] = [];
  const connection = openBoardConnection(
    { withReports: false },
    { onEvent: (message) => events.push(message), onStuck: () => {}, onReport: () => {}, onDrawn: () => {} },
  );
  return { events, connection, board: connection.ports.board };
}

it('reports a flood once and does not pass it on to the window', async () => {
  const flooding = open();
  for (let i = 0; i < 20_000; i += 1) {
    flooding.board.postMessage({ jsonrpc: '2.0', method: 'ui/size', params: { height: i } });
  }
  // This board does not answer pings either, which a slow machine may report later.
  const floods = () => flooding.events.filter((message) => message.kind === 'stop' && message.reason === 'flood');
  await expect.poll(floods).not.toHaveLength(0);
  // Further reports would have arrived by the time another worker has started and responded.
  const healthy = open();
  healthy.board.postMessage({ jsonrpc: '2.0', id: 1, method: 'ui/initialize', params: {} });
  await expect
    .poll(() => healthy.events)
    .toEqual([{ kind: 'initialize', id: 1, marks: false, ahead: false, draws: false }]);
  expect(floods()).toHaveLength(1);
  for (const { connection } of [flooding, healthy]) connection.close();
});
