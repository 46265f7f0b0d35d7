import { useState } from 'react';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderPart } from '../testing/render.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { ProtectedDialog } from '../ui/ProtectedDialog.tsx';
import { Sheet } from '../ui/Sheet.tsx';

/** A page with a list whose rows remove themselves, and a button that is disabled while `isBusy`. */
function Room({ rows, isBusy = false }: { rows: string[]; isBusy?: boolean }) {
  const [removed, setRemoved] = useState<string[]>([]);
  return (
    <main data-region="main" aria-label="Room" tabIndex={-1}>
      <h1>Room</h1>
      <button type="button" disabled={isBusy}>
        Save
      </button>
      <section>
        <h2>People</h2>
        <ul>
          {rows
            .filter((row) => !removed.includes(row))
            .map((row) => (
              <li key={row}>
                <button type="button" onClick={() => setRemoved([...removed, row])}>
                  {row}
                </button>
              </li>
            ))}
        </ul>
      </section>
    </main>
  );
}

const focusedText = () => document.activeElement?.textContent;
const nextTask = () => new Promise((resolve) => setTimeout(resolve));
const press = (key: string) => userEvent.keyboard(`{${key}}`);

describe('what goes while it has the focus', () => {
  afterEach(() => history.replaceState(null, '', '#/'));

  it('leaves it to the next row, to the previous one, and to the heading of the list', async () => {
    const screen = await renderPart(<Room rows={['Ada', 'Ben', 'Cyd']} />);
    screen.getByText('Ben').element().focus();
    for (const next of ['Cyd', 'Ada', 'People']) {
      await press('Enter');
      await expect.poll(focusedText).toBe(next);
    }
    expect(document.activeElement?.tagName).toBe('H2');
  });

  it('does nothing more on Enter, if Enter has removed the button', async () => {
    const screen = await renderPart(<Room rows={['Ada']} />);
    let pagePresses = 0;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Enter' && event.target === document.activeElement && !event.defaultPrevented) pagePresses += 1;
    };
    window.addEventListener('keydown', onKey);
    onTestFinished(() => window.removeEventListener('keydown', onKey));
    screen.getByText('Ada').element().focus();
    await press('Enter');
    await expect.poll(focusedText).toBe('People');
    pagePresses = 0;
    await press('Enter');
    expect(pagePresses).toBe(0);
    // Once the focus was elsewhere, Enter does what the page does on it.
    screen.getByText('Save').element().focus();
    screen.getByText('People').element().focus();
    screen.getByRole('heading', { name: 'Room' }).element().tabIndex = -1;
    screen.getByRole('heading', { name: 'Room' }).element().focus();
    await press('Enter');
    expect(pagePresses).toBe(1);
  });

  it('keeps it if the row only moves', async () => {
    const screen = await renderPart(<Room rows={['Ada', 'Ben', 'Cyd']} />);
    screen.getByText('Cyd').element().focus();
    await screen.show(<Room rows={['Cyd', 'Ada', 'Ben']} />);
    await screen.show(<Room rows={['Ada', 'Ben', 'Cyd']} />);
    await expect.poll(focusedText).toBe('Cyd');
  });

  it('gets it back once it is enabled again', async () => {
    const screen = await renderPart(<Room rows={[]} />);
    screen.getByText('Save').element().focus();
    await screen.show(<Room rows={[]} isBusy />);
    await expect.poll(focusedText).toBe('Room');
    await screen.show(<Room rows={[]} />);
    await expect.poll(focusedText).toBe('Save');
  });

  it('leaves it to the heading of a new page, but not if the user has taken it away', async () => {
    const screen = await renderPart(<Room rows={['Ada']} />);
    screen.getByText('Ada').element().focus();
    const arrived = new Promise((resolve) => window.addEventListener('hashchange', resolve, { once: true }));
    location.hash = '#/settings';
    await arrived;
    await screen.show(
      <main data-region="main" aria-label="Settings" tabIndex={-1}>
        <p>Loading</p>
      </main>,
    );
    await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('Settings');
    await screen.show(
      <main data-region="main" aria-label="Settings" tabIndex={-1}>
        <h1>Settings</h1>
      </main>,
    );
    await expect.poll(focusedText).toBe('Settings');
    (document.activeElement as HTMLElement).blur();
    await nextTask();
    await screen.show(<Room rows={[]} />);
    await nextTask();
    expect(document.activeElement).toBe(document.body);
  });
});

/** A button that opens a dialog or sheet over the one it is in, once with its own button gone. */
function Opener({ kind, keepsButton = true }: { kind: 'dialog' | 'protected' | 'sheet'; keepsButton?: boolean }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const Layer = { dialog: Dialog, protected: ProtectedDialog, sheet: Sheet }[kind];
  return (
    <>
      {(keepsButton || !open) && (
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
      )}
      {open && (
        <Layer title="Question" label="Question" size={400} onClose={close}>
          <button type="button" onClick={close}>
            Answer
          </button>
        </Layer>
      )}
    </>
  );
}

describe.each(['dialog', 'protected', 'sheet'] as const)('a %s that closes', (kind) => {
  it('returns the focus to what opened it, by key and by mouse', async () => {
    const screen = await renderPart(<Opener kind={kind} />);
    const opener = screen.getByRole('button', { name: 'Open' }).element();
    opener.focus();
    for (const open of [() => press('Enter'), () => userEvent.click(opener)]) {
      await open();
      await expect.poll(() => document.activeElement).not.toBe(opener);
      await press('Escape');
      await expect.poll(() => document.activeElement).toBe(opener);
    }
  });
});
