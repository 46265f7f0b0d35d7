/** A report of a message at a real community: what goes along, and what its operators then do. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runInProcess } from '../../service/testing/run-in-process.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { type Service, startServiceInProcess } from '../tables/testing/community.ts';
import { createPeople, type TestPerson } from './testing/person.ts';

const dataDir = join(temporaryFolder(), 'community');
let service: Service;
let ada: TestPerson;
let grace: TestPerson;

beforeAll(async () => {
  service = await startServiceInProcess(dataDir);
  [ada, grace] = await createPeople(service.url, ['ada', 'grace']);
});
afterAll(async () => {
  await Promise.all([ada, grace].map((person) => person?.leave()));
  await service?.dispose();
});

async function moderate(...args: string[]) {
  const { code, out, err } = await runInProcess(['moderate', ...args, '--data-dir', dataDir]);
  expect([code, err]).toEqual([0, '']);
  return out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

test('only the parts of a message that are chosen reach the operators, who ban its sender', async () => {
  await ada.bridge.inbox.send({ to: grace.public_key, text: 'You will be sorry', signed: true });
  const [message] = (await grace.bridge.inbox.refresh({})).messages;
  const about = { kind: 'message' as const, id: message!.id };
  expect(await grace.bridge.complaints.attachable({ about })).toEqual({
    ...{ kind: 'message', words: 'You will be sorry', signed: true },
    sealed_bytes: expect.any(Number),
  });
  const report = { about, public_key: ada.public_key, reason: 'abuse' as const, words: 'Third time today' };
  expect(await grace.bridge.complaints.send({ ...report, attach: { words: true, sealed: false } })).toEqual({
    repeated: false,
  });
  expect((await grace.bridge.complaints.send({ ...report, attach: { words: false, sealed: true } })).repeated).toBe(
    true,
  );

  const [listed] = await moderate('reports');
  expect(listed).toMatchObject({
    ...{ about: 'message', reason: 'abuse', words: 'Third time today' },
    reporter: { public_key: grace.public_key },
    accused: { public_key: ada.public_key },
  });
  expect((await moderate('report', String(listed.report)))[0]).toMatchObject({
    evidence: { opened: { words: 'You will be sorry' }, ciphertext: null },
    findings: { written_by_accused: true, sent_by_accused: null },
  });

  await moderate('ban', ada.public_key, '--note', 'Threats');
  await expect.poll(async () => (await ada.bridge.lobby.list({})).problem).toMatchObject({ code: 'banned' });
});
