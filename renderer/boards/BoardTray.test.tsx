import { expect, it, onTestFinished } from 'vitest';
import { ParlorError } from '../../shared/errors.ts';
import { setConnectionState } from '../bridge/connection.ts';
import { emptyBoard, UntrustedTray } from '../testing/board.tsx';
import { frames, renderPart } from '../testing/render.tsx';

it('renders the board in a frame that may only run scripts', async () => {
  await renderPart(<UntrustedTray />, { handlers: emptyBoard });
  await expect.poll(frames).toHaveLength(1);
  const attributes = Object.fromEntries([...frames()[0]!.attributes].map(({ name, value }) => [name, value]));
  expect(attributes).toEqual({
    class: expect.any(String),
    'data-loading': 'true',
    src: 'about:blank',
    title: expect.stringContaining('saltmarsh'),
    sandbox: 'allow-scripts',
    allow: '',
    referrerpolicy: 'no-referrer',
    credentialless: '',
  });
});

it('marks the frame of a stranger', async () => {
  const { container } = await renderPart(<UntrustedTray />, { handlers: emptyBoard });
  expect(container.querySelector('[data-foreign]')).not.toBeNull();
});

it('removes the frame while the board is covered', async () => {
  const screen = await renderPart(<UntrustedTray />, { handlers: emptyBoard });
  await expect.poll(frames).toHaveLength(1);
  await screen.show(<UntrustedTray covered />);
  expect(frames()).toEqual([]);
  await expect.element(screen.getByRole('button', { name: 'Uncover it' })).toBeVisible();
});

it('lets keyboard users skip the frame from both sides', async () => {
  const { container } = await renderPart(<UntrustedTray />, { handlers: emptyBoard });
  await expect.poll(frames).toHaveLength(1);
  expect(
    [...container.querySelectorAll('[data-region="board"] > :is(button, iframe)')].map(({ tagName }) => tagName),
  ).toEqual(['BUTTON', 'IFRAME', 'BUTTON']);
});

it('loads the board once the connection is back', async () => {
  onTestFinished(() => setConnectionState('connected'));
  setConnectionState('lost');
  let asked = 0;
  const board = () => {
    asked += 1;
    if (asked === 1) throw new ParlorError('bridge_closed', 'The connection to Parlor is closed.');
    return { client: 'port' as const, url: 'about:blank' };
  };
  let problems = 0;
  const screen = await renderPart(<UntrustedTray onProblem={() => (problems += 1)} />, {
    handlers: { tables: { board } },
  });
  await expect.poll(() => asked).toBe(1);
  expect(frames()).toEqual([]);
  setConnectionState('connected');
  await expect.poll(frames).toHaveLength(1);
  expect(problems).toBe(0);
  expect(screen.container.textContent).not.toContain('bridge_closed');
});
