/** A chat has no moves, clock, points or opponents: nothing that invites to one says so. */
import { expect, it } from 'vitest';
import type { HostableProtocol, Offer } from '../../shared/bridge/contract.ts';
import { hostableProtocolSchema } from '../../shared/bridge/hosting.ts';
import { offerSchema } from '../../shared/bridge/lobby.ts';
import { loadNamespace } from '../core/i18n.ts';
import { HostForm } from '../hosting/HostForm.tsx';
import { exampleOf } from '../testing/example.ts';
import { renderPart } from '../testing/render.tsx';
import { openTable } from '../testing/samples.ts';
import { OfferSheet } from './OfferSheet.tsx';

const wordsOfGames = /\bmoves?\b|\bplay(s|ed|ing)?\b|\bgames?\b|\bpace\b|if you win|challenge|options/i;

/** What is shown of the page: its text without style sheets. */
const shownWords = (container: HTMLElement): string => {
  const copy = container.cloneNode(true) as HTMLElement;
  for (const style of copy.querySelectorAll('style')) style.remove();
  return copy.textContent;
};

const chat = { protocol_name: 'Chat', type: 'chat', family: null, gain: null, cap: null, options: {} };

it('on the sheet of an invitation', async () => {
  const entry = openTable({ nickname: 'brindle', rating: 1200, mode: 'human', game: 'Chat', gain: null });
  const offer: Offer = {
    ...offerSchema.parse(exampleOf(offerSchema)),
    ...entry,
    ...chat,
    message: '',
    protocol: { name: 'Chat', description: '', mode: 'free', family: null, rules: null },
    control_modes: ['human'],
    decision_seconds: 120,
  };
  const screen = await renderPart(<OfferSheet postId={entry.post_id} focusesJoin={false} onClose={() => {}} />, {
    app: { phase: 'ready' },
    handlers: { lobby: { inspect: () => offer } },
  });
  await expect.element(screen.getByRole('radiogroup', { name: 'Talk as' })).toBeVisible();
  expect(shownWords(screen.container)).toContain('Chat');
  expect(shownWords(screen.container)).not.toMatch(wordsOfGames);
});

it.each(['human', 'hybrid', 'autonomous'] as const)('in the form for a new one (%s)', async (mode) => {
  await loadNamespace('inbox');
  const protocol: HostableProtocol = {
    ...hostableProtocolSchema.parse(exampleOf(hostableProtocolSchema)),
    name: 'Chat',
    type: 'chat',
    mode: 'free',
    description: '',
    parameters: {},
    control_modes: [mode],
    decision_seconds: 120,
  };
  const screen = await renderPart(
    <HostForm
      chosen={{ values: {}, options: {} }}
      onChoose={() => {}}
      protocol={protocol}
      guestKey={null}
      onClose={() => {}}
    />,
  );
  await screen.getByRole('button', { name: 'More options' }).click();
  const text = () => shownWords(screen.container).replace(/(More|Fewer) options/, '');
  await expect.element(screen.getByRole('radiogroup', { name: 'Talk as' })).toBeVisible();
  expect(text()).not.toMatch(wordsOfGames);
});

it('but keeps the clock of questions and answers', async () => {
  const entry = openTable({ nickname: 'Sorrel', rating: 1200, mode: 'human', game: 'Oracle', gain: null });
  const offer: Offer = {
    ...offerSchema.parse(exampleOf(offerSchema)),
    ...entry,
    type: 'chat',
    options: {},
    protocol: { name: 'Oracle', description: '', mode: 'request_response', family: null, rules: null },
    control_modes: ['human'],
    decision_seconds: 120,
  };
  const screen = await renderPart(<OfferSheet postId={entry.post_id} focusesJoin={false} onClose={() => {}} />, {
    handlers: { lobby: { inspect: () => offer } },
  });
  await expect.element(screen.getByText('120 s per move')).toBeVisible();
  await expect.element(screen.getByRole('radiogroup', { name: 'Play as' })).toBeVisible();
});
