import { beforeEach, expect, it, vi } from 'vitest';
import { Router } from 'wouter';
import { emptyNotices, type Notices } from '../../shared/bridge/contract.ts';
import { useHashPath } from '../core/hash-location.ts';
import { renderPart } from '../testing/render.tsx';
import { Moments } from './Moments.tsx';

const writer = 'a'.repeat(64);
let dismissed: Notices['dismissed'];
beforeEach(() => {
  dismissed = [];
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
});

const showMoments = (path: string, notices: Partial<Notices>) => {
  location.hash = path;
  const routed = (
    <Router hook={useHashPath}>
      <Moments />
    </Router>
  );
  return renderPart(routed, {
    handlers: {
      notices: {
        list: () => ({ ...emptyNotices, ...notices }),
        dismiss(closed) {
          dismissed.push(closed);
          return {};
        },
      },
    },
  });
};

it('a message that is still held back counts as seen if the inbox shows it, and nowhere else', async () => {
  const waiting = [{ writer, newest_id: 12 }];
  await showMoments('#/', { waiting });
  expect(dismissed).toEqual([]);
  location.hash = '#/inbox';
  await expect.poll(() => dismissed).toEqual([{ subject: `messages ${writer}`, mark: '12' }]);
});
