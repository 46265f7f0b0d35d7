import { expect, it, vi } from 'vitest';
import type { ComplaintSubject } from '../../shared/bridge/contract.ts';
import { renderPart } from '../testing/render.tsx';
import { keyOf } from '../testing/samples.ts';
import { complaintHandlers } from '../testing/scene-complaints.ts';
import { ReportDialog } from './ReportDialog.tsx';

async function openReport(about: ComplaintSubject) {
  const send = vi.fn((_: object) => ({ repeated: false }));
  const onClose = vi.fn();
  const screen = await renderPart(
    <ReportDialog publicKey={keyOf(3)} name={'bri\u202endle'} about={about} onClose={onClose} />,
    { handlers: { complaints: { ...complaintHandlers, send } }, texts: ['complaint'] },
  );
  return { screen, send, onClose };
}

it('asks for a reason, and sends of a message what is ticked', async () => {
  const about = { kind: 'message' as const, id: 7 };
  const { screen, send, onClose } = await openReport(about);
  await expect.element(screen.getByText(/Third evening in a row\./)).toBeVisible();
  await expect.element(screen.getByRole('radio', { name: /Insults/ })).toHaveFocus();
  await screen.getByRole('button', { name: 'Send report' }).click();
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Choose a reason.');
  expect(send).not.toHaveBeenCalled();
  await screen.getByRole('radio', { name: /Insults/ }).click();
  await screen.getByRole('checkbox', { name: /sealed message/ }).click();
  await screen.getByRole('textbox', { name: 'Your words' }).fill('Third time today');
  await screen.getByRole('button', { name: 'Send report' }).click();
  await expect.poll(() => onClose.mock.calls).toHaveLength(1);
  expect(send.mock.calls).toHaveLength(1);
  expect(send.mock.calls[0]?.[0]).toEqual({
    ...{ about, public_key: keyOf(3), reason: 'abuse', words: 'Third time today' },
    attach: { words: true, sealed: false },
  });
});

it('asks for words where nothing else says what it is about', async () => {
  const { screen, send, onClose } = await openReport({ kind: 'profile' });
  await screen.getByRole('radio', { name: /Something else/ }).click();
  const words = screen.getByRole('textbox', { name: 'Your words' });
  await words.fill(' ');
  await screen.getByRole('button', { name: 'Send report' }).click();
  await expect.element(words).toHaveFocus();
  await expect.element(words).toHaveAccessibleDescription('Say it in your words.');
  expect(send).not.toHaveBeenCalled();
  await words.fill('They sell points');
  await screen.getByRole('button', { name: 'Send report' }).click();
  await expect.poll(() => onClose.mock.calls).toHaveLength(1);
  expect(send.mock.calls[0]?.[0]).toMatchObject({ reason: 'other', words: 'They sell points' });
});
