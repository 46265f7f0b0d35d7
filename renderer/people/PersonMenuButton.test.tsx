import { expect, it } from 'vitest';
import { Router } from 'wouter';
import { useHashPath } from '../core/hash-location.ts';
import { challengePath } from '../core/rooms.ts';
import { renderPart } from '../testing/render.tsx';
import { keyOf } from '../testing/samples.ts';
import { PersonMenuButton } from './PersonMenuButton.tsx';

it('opens the form of a challenge, whatever the person is doing', async () => {
  location.hash = '#/';
  const screen = await renderPart(
    <Router hook={useHashPath}>
      <PersonMenuButton publicKey={keyOf(3)} name="tidewright" />
    </Router>,
  );
  await screen.getByRole('button').click();
  await screen.getByRole('menuitem', { name: 'Challenge' }).click();
  expect(location.hash).toBe(`#${challengePath(keyOf(3))}`);
});
