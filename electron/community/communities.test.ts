import { expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { openCommunities } from './communities.ts';

it('lists the community used last first, also if the date was set back meanwhile', async () => {
  const communities = await openCommunities(temporaryFolder());
  const now = vi.spyOn(Date, 'now').mockReturnValue(2_000);
  await communities.markUsed('https://first.example');
  now.mockReturnValue(1_000);
  await communities.markUsed('https://second.example');
  now.mockRestore();
  expect(communities.list().map(({ url }) => url)).toEqual(['https://second.example', 'https://first.example']);
});
