/** A frame that has not drawn yet shows the tray's colour, not the white that Chromium paints for a page without a theme. */
import { expect, it } from 'vitest';
import { emptyBoard, UntrustedTray } from '../testing/board.tsx';
import { frames, renderPart } from '../testing/render.tsx';

/** A board that answers pings only once it may: until then, it is still busy with what it received. */
const busyPage = `data:text/html,${encodeURIComponent(`<script>
let answers = null;
addEventListener('message', ({ data, ports: [port] }) => {
  if (data === 'finish') {
    for (const answer of answers) answer();
    answers = { push: (answer) => answer() };
  }
  if (!port) return;
  answers = [];
  const send = (message) => port.postMessage({ jsonrpc: '2.0', ...message });
  port.onmessage = ({ data }) => {
    if (data.method === 'ui/ping') answers.push(() => send({ id: data.id, result: {} }));
    if (data.method === 'ui/ask') send({ method: 'ui/size', params: { height: 123, width: 321 } });
  };
  send({ id: 1, method: 'ui/initialize', params: {} });
});
</script>`)}`;

it('shows a board once it has handled the first state', async () => {
  const handlers = { ...emptyBoard, tables: { board: () => ({ client: 'port' as const, url: busyPage }) } };
  const { container, getByText } = await renderPart(
    <div style={{ display: 'flex', width: 600, height: 400 }}>
      <UntrustedTray />
    </div>,
    { handlers },
  );
  await expect.poll(frames).toHaveLength(1);
  const opacity = () => getComputedStyle(frames()[0]!).opacity;
  // The board has received everything, and says so by its size.
  const minHeight = () => container.querySelector<HTMLElement>('[style*="--min-height"]')?.style.cssText;
  await expect.poll(minHeight).toContain('123px');
  expect(opacity()).toBe('0');
  // What is pressed meanwhile doesn't reach the board, whose place says why.
  const { left, top } = frames()[0]!.getBoundingClientRect();
  const atBoard = () => document.elementFromPoint(left + 20, top + 20);
  await expect.element(getByText('The board is loading…')).toBeVisible();
  expect(atBoard()).not.toBe(frames()[0]);
  frames()[0]!.contentWindow!.postMessage('finish', '*');
  await expect.poll(opacity).toBe('1');
  expect(atBoard()).toBe(frames()[0]);
});
