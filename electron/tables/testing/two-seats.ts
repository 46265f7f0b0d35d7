import { join } from 'node:path';
import { afterAll } from 'vitest';
import { type Service, startTestService } from './community.ts';
import { type TestSeat, takeSeat } from './seat.ts';

/** Two identities at one real community with one library, for all tests of a file, which calls this at its top level. */
export async function takeTwoSeats(dir: string): Promise<{ service: Service; ada: TestSeat; grace: TestSeat }> {
  const service = await startTestService(join(dir, 'community'));
  const ada = await takeSeat(service.url, join(dir, 'ada'), 'ada');
  const grace = await takeSeat(service.url, join(dir, 'grace'), 'grace', { published: ada.library });
  afterAll(async () => {
    await ada.dispose();
    await grace.dispose();
    await service.dispose();
  });
  return { service, ada, grace };
}
