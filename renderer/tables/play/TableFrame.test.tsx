/** The room that a table gives a board, and what a board can't do with it. */
import '../../ui/tokens.css';
import '../../ui/base.css';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { frames, renderPart } from '../../testing/render.tsx';
import { keyOf, openAsk, playing } from '../../testing/samples.ts';
import { PlayingTable } from './PlayingTable.tsx';

/** A board in an opaque origin that asks for a size and scrolls everything around itself for as long as it is shown. */
const hostilePage = (height: number) =>
  `data:text/html,${encodeURIComponent(`<body style="margin:0;height:4000px"><p id="end" style="margin-top:3000px">end</p><script>
addEventListener('message', ({ ports: [port] }) => {
  if (!port) return;
  const send = (message) => port.postMessage({ jsonrpc: '2.0', ...message });
  port.onmessage = ({ data }) => data.method === 'ui/ping' && send({ id: data.id, result: {} });
  send({ id: 1, method: 'ui/initialize', params: {} });
  send({ method: 'ui/size', params: { height: ${height} } });
});
setInterval(() => end.scrollIntoView({ block: 'end' }), 50);
</script>`)}`;

async function openTable([width, height]: readonly [number, number], minHeight: number, source: 'local' | 'platform') {
  await page.viewport(width, height);
  const table = playing({
    ask: openAsk('turn 1'),
    board: { source, manifest_hash: keyOf(700), author: 'saltmarsh' },
  });
  const { container } = await renderPart(
    <div style={{ display: 'flex', flexDirection: 'column', height: '100dvh' }}>
      <PlayingTable table={table} onResult={() => {}} />
    </div>,
    { handlers: { tables: { board: () => ({ client: 'port', url: hostilePage(minHeight) }) } } },
  );
  await expect.poll(frames).toHaveLength(1);
  const band = container.querySelector('[data-band]')!;
  return { band, frame: frames()[0]!, felt: frames()[0]!.closest('[data-region]')!.parentElement!.parentElement! };
}

/** What is left of the window beside title bar, rail and status bar; low windows have none of them. */
const rooms = [
  ['1280 by 800', [1196, 726], [847, 588]],
  ['900 by 600', [844, 532], [593, 412]],
  ['640 by 400', [640, 400], [432, 300]],
  ['1920 by 1080', [1836, 1006], [1250, 868]],
] as const;

it.each(rooms)('gives a board most of a window of %s', async (_, room, [width, height]) => {
  const { frame } = await openTable(room, 0, 'local');
  await expect.poll(() => Math.round(frame.clientWidth / 4)).toBe(Math.round(width / 4));
  expect(Math.abs(frame.clientHeight - height)).toBeLessThanOrEqual(2);
});

it.each(rooms)('keeps the band where it is while a board scrolls, in a window of %s', async (_, room) => {
  const { band, frame, felt } = await openTable(room, 10_000, 'platform');
  await expect.poll(() => frame.clientHeight).toBeGreaterThan(880);
  if (felt.scrollHeight > felt.clientHeight) await expect.poll(() => felt.scrollTop).toBeGreaterThan(0);
  expect(band.getBoundingClientRect().top).toBe(0);
  expect(document.querySelector('[data-region="decision"]')!.getBoundingClientRect().bottom).toBeLessThanOrEqual(
    innerHeight,
  );
  expect(document.scrollingElement!.scrollTop).toBe(0);
});
