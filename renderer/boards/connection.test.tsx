import { expect, it } from 'vitest';
import { openBoardConnection } from './connection.ts';
import type { Received } from './message-guard.ts';

function open() {
  const received: Received[] = [];
  const connection = openBoardConnection(
    { withReports: false },
    { onReceived: (each) => received.push(each), onStuck: () => {}, onReport: () => {} },
  );
  return { received, connection, board: connection.ports.board };
}

it('reports a flood once, instead of passing it on to the window', async () => {
  const flooding = open();
  for (let i = 0; i < 20_000; i += 1) {
    flooding.board.postMessage({ jsonrpc: '2.0', method: 'ui/size', params: { height: i } });
  }
  // This board also answers no ping: on a slow machine that is reported later.
  const floods = () => flooding.received.filter((each) => each.kind === 'stop' && each.reason === 'flood');
  await expect.poll(floods).not.toHaveLength(0);
  // By the time that another worker has started and responded, further reports would have arrived.
  const sound = open();
  sound.board.postMessage({ jsonrpc: '2.0', id: 1, method: 'ui/initialize', params: {} });
  await expect.poll(() => sound.received).toEqual([{ kind: 'initialize', id: 1 }]);
  expect(floods()).toHaveLength(1);
  for (const { connection } of [flooding, sound]) connection.close();
});
