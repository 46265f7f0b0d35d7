/** The marks of an analysis are sent only to boards that draw them, after each state. */
import { expect, it } from 'vitest';
import { renderPart } from '../testing/render.tsx';
import { BoardFrame } from './BoardFrame.tsx';

/** A board that logs what it receives. */
const loggingPage = (initialize: object) =>
  `data:text/html,${encodeURIComponent(`<script>
addEventListener('message', ({ ports: [port] }) => {
  if (!port) return;
  const send = (message) => port.postMessage({ jsonrpc: '2.0', ...message });
  port.onmessage = ({ data }) => {
    if (data.method === 'ui/ping') send({ id: data.id, result: {} });
    else if (data.method) send({ method: 'ui/log', params: { level: 'info', text: data.method + ' ' + JSON.stringify(data.params.marks ?? null) } });
  };
  send({ id: 1, method: 'ui/initialize', params: ${JSON.stringify(initialize)} });
});
</script>`)}`;

const marks = { played: { by: 'guest', answer: 3 }, line: [{ by: 'guest', answer: 4 }] } as const;
const nothing = () => {};

async function shown(initialize: object) {
  const received: string[] = [];
  const frame = (
    seq: number,
    shownMarks: { played: typeof marks.played; line: { by: 'guest'; answer: number }[] } | null,
  ) => (
    <BoardFrame
      url={loggingPage(initialize)}
      title="Board"
      context={{
        ...{ role: 'guest', control_mode: 'human', options: {}, theme: 'light', locale: 'en' },
        ...{ reduced_motion: true, text_scale: 1, distinct_pieces: false },
        names: { host: 'Ada', guest: 'Bob' },
      }}
      record={{ seat: 'guest', options: {}, messages: [], end: null }}
      view={null}
      seq={seq}
      marks={shownMarks}
      ask={null}
      pickedAnswer={null}
      focusFallback={() => null}
      onPick={nothing}
      onStop={nothing}
      authorHandlers={{
        onInitialized: nothing,
        onLog: ({ text }) => received.push(text),
        onRejected: nothing,
        onReport: nothing,
      }}
    />
  );
  const screen = await renderPart(frame(1, { ...marks, line: [...marks.line] }));
  await expect.poll(() => received.filter((text) => text.startsWith('ui/state')).length).toBe(1);
  await screen.show(frame(2, null));
  await expect.poll(() => received.filter((text) => text.startsWith('ui/state')).length).toBe(2);
  await screen.show(frame(3, { ...marks, line: [...marks.line] }));
  await expect.poll(() => received.filter((text) => text.startsWith('ui/state')).length).toBe(3);
  return received;
}

it('sends them to a board that has announced that it draws them', async () => {
  const received = await shown({ marks: true });
  await expect
    .poll(() => received.filter((text) => !text.startsWith('ui/context') && !text.startsWith('ui/ask')))
    .toEqual([
      'ui/state null',
      `ui/marks ${JSON.stringify(marks)}`,
      'ui/state null',
      'ui/marks null',
      'ui/state null',
      `ui/marks ${JSON.stringify(marks)}`,
    ]);
});

it('sends none to others', async () => {
  const received = await shown({});
  expect(received.filter((text) => text.startsWith('ui/marks'))).toEqual([]);
});
