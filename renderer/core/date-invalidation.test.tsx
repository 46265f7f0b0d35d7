import { useQuery } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { renderPart } from '../testing/render.tsx';
import { useDateInvalidation } from './query-client.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

function Reader({ read }: { read(): Promise<string> }) {
  useDateInvalidation();
  return <p>{useQuery({ queryKey: ['answer'], queryFn: read }).data}</p>;
}

it('asks again after a change of the date, which makes old answers look fresh', async () => {
  const answers = ['first answer', 'second answer'].values();
  const screen = await renderPart(<Reader read={async () => answers.next().value ?? ''} />);
  await expect.element(screen.getByText('first answer')).toBeVisible();
  const now = Date.now.bind(Date);
  vi.spyOn(Date, 'now').mockImplementation(() => now() - 3_600_000);
  await expect.element(screen.getByText('second answer')).toBeVisible();
});
