import { expect, it, vi } from 'vitest';
import type { Table } from '../../../shared/bridge/contract.ts';
import { ParlorError } from '../../../shared/errors.ts';
import { changeLanguage } from '../../core/i18n.ts';
import { useCommands } from '../../palette/use-commands.ts';
import { renderPart } from '../../testing/render.tsx';
import { playing } from '../../testing/samples.ts';
import { TableBand } from './TableBand.tsx';

function Commands() {
  const commands = useCommands(
    () => {},
    () => {},
  );
  return (
    <ul>
      {commands.map(({ id, label, run }) => (
        <li key={id}>
          <button type="button" data-command={id} onClick={run}>
            {label}
          </button>
        </li>
      ))}
    </ul>
  );
}

async function open() {
  let answer = { resolve: () => {}, reject: (_: unknown) => {} };
  const resign = vi.fn(
    () =>
      new Promise<Record<string, never>>((resolve, reject) => {
        answer = { resolve: () => resolve({}), reject };
      }),
  );
  const screen = await renderPart(
    <>
      <TableBand table={playing()} />
      <Commands />
    </>,
    { handlers: { tables: { resign } } },
  );
  const band = screen.container.querySelector<HTMLElement>('[data-action="resign"]')!;
  return { screen, band, resign, answer: () => answer };
}

it('shows that resigning is under way, also once the dialog is closed, and why it failed', async () => {
  const { screen, band, resign, answer } = await open();
  band.click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Resign' }).click();
  await expect.element(dialog.getByRole('button', { name: 'Resigning…' })).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByRole('button', { name: 'Keep playing' }).click();
  await expect.poll(() => band.textContent).toBe('Resigning…');
  expect(band.getAttribute('aria-disabled')).toBe('true');
  answer().reject(new ParlorError('internal', 'No.'));
  await expect.element(dialog.getByText('internal', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Resign' }).click();
  await expect.poll(() => resign.mock.calls).toHaveLength(2);
  answer().resolve();
  await expect.element(dialog).not.toBeInTheDocument();
});

it('offers the actions of the table in the palette', async () => {
  const { screen } = await open();
  const command = () => screen.container.querySelector<HTMLElement>('[data-command^="page-resign"]');
  await expect.poll(command).not.toBeNull();
  command()!.click();
  await expect.element(screen.getByRole('dialog')).toBeVisible();
  await screen.show(<Commands />);
  await expect.poll(command).toBeNull();
});

const away = { kind: 'away', since: 0 } as const;

it('leaves a game that the other side stalls, and never resigns it, even if they return meanwhile', async () => {
  const resign = vi.fn(() => ({}));
  const leave = vi.fn(async (): Promise<Record<string, never>> => {
    throw new ParlorError('peer_present', 'They are back.');
  });
  const screen = await renderPart(<TableBand table={playing({ concession: 'open', stall: away })} />, {
    handlers: { tables: { resign, leave } },
  });
  const band = () => screen.container.querySelector<HTMLElement>('[data-action="resign"]')!;
  expect(band().textContent).toBe('Leave');
  expect(band().title).toBe('Leave, unfinished');
  band().click();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByText(/away on their turn.*nobody wins or loses/)).toBeVisible();
  await screen.show(<TableBand table={playing({ concession: 'open' })} />);
  await expect.poll(() => band().textContent).toBe('Resign');
  await dialog.getByRole('button', { name: 'Leave, unfinished' }).click();
  await expect.element(dialog.getByText('peer_present', { exact: true })).toBeVisible();
  expect(leave).toHaveBeenCalledOnce();
  expect(resign).not.toHaveBeenCalled();
  await dialog.getByRole('button', { name: 'Keep waiting' }).click();
  band().click();
  await expect.element(dialog.getByRole('heading', { name: 'Resign this game?' })).toBeVisible();
});

it('moves no other button of the band as the other side goes away and returns', async () => {
  const panel = { isCompact: false, shown: null, has: () => true, toggle() {} };
  const band = (stall: Table['stall']) => <TableBand table={playing({ concession: 'open', stall })} panel={panel} />;
  for (const language of ['en', 'zh-CN'] as const) {
    const screen = await renderPart(band(null));
    await changeLanguage(language);
    const boxes = () =>
      [...screen.container.querySelectorAll('[data-band] button')].map((button) => button.getBoundingClientRect().left);
    const word = () => screen.container.querySelector('[data-action="resign"]')!.textContent;
    const [before, resign] = [boxes(), word()];
    await screen.show(band(away));
    expect(word()).not.toBe(resign);
    expect(boxes(), language).toEqual(before);
    await screen.unmount();
    await changeLanguage('en');
  }
});
