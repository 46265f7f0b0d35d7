import '../ui/base.css';
import { expect, it } from 'vitest';
import { Router } from 'wouter';
import { textScales } from '../core/appearance.ts';
import { useHashPath } from '../core/hash-location.ts';
import { renderPart } from '../testing/render.tsx';
import { keyOf, openTable, playing } from '../testing/samples.ts';
import { ContactRow } from './ContactRow.tsx';

it('breaks neither name nor words within a word, whatever the size of the text', async () => {
  const table = playing({ protocol: { ...playing().protocol, mode: 'free' } });
  // As wide as the column of the lobby.
  const screen = await renderPart(
    <Router hook={useHashPath}>
      <ul style={{ width: 280 }}>
        <ContactRow publicKey={keyOf(3)} name="tidewright" doing={{ kind: 'plays', table }} showKey={false} />
      </ul>
    </Router>,
  );
  const name = screen.getByRole('link', { name: 'tidewright' });
  const words = screen.getByText('is in a conversation with you');
  await expect.element(words).toBeVisible();
  /** The width that a text has, and the one that its longest word needs. */
  const widthsOf = (element: Element) => {
    const longest = (element.textContent ?? '').split(' ').reduce((a, b) => (b.length > a.length ? b : a));
    const copy = element.cloneNode() as HTMLElement;
    copy.textContent = longest;
    Object.assign(copy.style, { position: 'absolute', width: 'max-content', overflowWrap: 'normal' });
    element.append(copy);
    const needed = copy.getBoundingClientRect().width;
    copy.remove();
    return [element.parentElement!.getBoundingClientRect().width, needed] as const;
  };
  try {
    for (const scale of Object.values(textScales)) {
      document.documentElement.style.setProperty('--text', String(scale));
      for (const element of [name.element(), words.element()]) {
        const [width, needed] = widthsOf(element);
        expect(width, `${scale}: ${element.textContent}`).toBeGreaterThanOrEqual(needed);
      }
    }
  } finally {
    document.documentElement.style.removeProperty('--text');
  }
});

it.each([
  ['no points', { tags: ['unrated'], gain: null }],
  ['+16', {}],
] as const)('says of a waiting contact whether the game is about points: %s', async (tag, changes) => {
  const gain = { win: 16, draw: 8, loss: 4 };
  const rated = openTable({ nickname: 'tidewright', rating: 1200, mode: 'human', game: 'Connect Four', gain });
  const entry = { ...rated, ...changes, tags: [...('tags' in changes ? changes.tags : [])] };
  const screen = await renderPart(
    <ul>
      <ContactRow
        publicKey={entry.host.public_key}
        name="tidewright"
        doing={{ kind: 'waits', entry }}
        showKey={false}
      />
    </ul>,
  );
  await expect.element(screen.getByText(tag, { exact: true })).toBeVisible();
});
