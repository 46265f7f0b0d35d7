/** A release to testers: a table for one person, with a board that nobody else is offered, and the tester's report. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { challengedBoard } from '../../shared/inbox/challenge.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { unregisteredNote } from '../cli/commands/host.ts';
import { defaultResourcesDir } from '../installation.ts';
import { templateProject, writeProject } from '../studio/new-project.ts';
import { type Service, startServiceInProcess } from '../tables/testing/community.ts';
import { createPeople, type TestPerson } from './testing/person.ts';

const dir = temporaryFolder();
const folder = join(dir, 'guesses');
/** Its rules are registered nowhere. */
const unknown = join(dir, 'unknown');
let service: Service;
let ada: TestPerson;
let grace: TestPerson;
let joan: TestPerson;

beforeAll(async () => {
  service = await startServiceInProcess(dir);
  [ada, grace, joan] = await createPeople(service.url, ['ada', 'grace', 'joan']);
  await writeProject(unknown, (await templateProject(defaultResourcesDir(), 'rounds', 'Unknown')).files);
  await writeProject(folder, (await templateProject(defaultResourcesDir(), 'turns', 'Guesses')).files);
});
afterAll(async () => {
  await Promise.all([ada, grace, joan].map((person) => person?.leave()));
  await service?.dispose();
});

const release = async (tester: TestPerson) => {
  const terms = { control_mode: 'autonomous' as const, share_ui: true, message: 'Is the end clear?' };
  const hosted = await ada.bridge.tables.host_folder({ ...terms, folder, for_public_key: tester.public_key });
  const { messages } = await tester.bridge.inbox.refresh({});
  const message = messages.find(({ table }) => table === hosted.post_id);
  return { hosted, message, board: challengedBoard(message?.text ?? '', hosted.post_id) };
};

const reach = (person: TestPerson, table_id: string, phases: readonly string[]) =>
  expect
    .poll(async () => (await person.bridge.tables.get({ table_id })).phase, { timeout: 60_000, interval: 50 })
    .toSatisfy((phase: string) => phases.includes(phase));

test('a tester alone is offered the board, by its hash, and a report leads the author to the table', async () => {
  const { hosted, message, board } = await release(grace);
  const { post_id, protocol_id } = hosted;
  expect(message).toMatchObject({ signature: 'valid', writer: { public_key: ada.public_key } });
  expect(board).toMatch(/^[0-9a-f]{64}$/);
  expect(message?.text).toBe(`Is the end clear?\n\nparlor-board:1 ${board}\n\nparlor://join/${post_id}`);
  await expect(joan.bridge.lobby.inspect({ post_id })).rejects.toMatchObject({ code: 'invitation_gone' });

  // The rules are the community's, the board is not.
  const entry = await grace.bridge.protocols.fetch({ protocol: protocol_id, accept_ui: true });
  expect([entry.hooks, entry.board]).toEqual(['missing', null]);
  await grace.bridge.tables.by_hand({ protocol_id });
  const { table_id } = await grace.bridge.tables.join({ post_id, control_mode: 'human', test_ui: board! });
  await reach(grace, table_id, ['playing']);
  const { board: shown } = await grace.bridge.tables.get({ table_id });
  expect(shown).toEqual({ source: 'host_p2p', manifest_hash: board, author: ada.public_key });
  await grace.bridge.tables.resign({ table_id });
  await reach(grace, table_id, ['finished', 'failed']);

  await grace.bridge.inbox.send({ to: ada.public_key, text: `It is.\n\nparlor://join/${post_id}`, signed: true });
  const { messages } = await ada.bridge.inbox.refresh({});
  const report = messages.find(({ text }) => text?.startsWith('It is.'));
  expect(report).toMatchObject({ table: post_id, writer: { public_key: grace.public_key } });
  const { tables } = await ada.bridge.tables.list({});
  expect(tables.find((table) => table.post_id === report?.table)).toMatchObject({ role: 'host' });
}, 120_000);

test('a board other than the one in the message is not taken', async () => {
  const { hosted } = await release(grace);
  const other = 'ab'.repeat(32);
  const { table_id } = await grace.bridge.tables.join({
    post_id: hosted.post_id,
    control_mode: 'human',
    test_ui: other,
  });
  await reach(grace, table_id, ['failed']);
  const { problem } = await grace.bridge.tables.get({ table_id });
  expect(problem).toMatchObject({ code: 'bundle_invalid' });
}, 120_000);

test('a table of rules that the community does not have is noted', async () => {
  const terms = { control_mode: 'autonomous' as const };
  const { protocol_id, post_id } = await joan.bridge.tables.host_folder({ ...terms, folder: unknown });
  const noteOn = (id: string) => unregisteredNote(joan.bridge, id, unknown);
  expect(await noteOn(protocol_id)).toContain(`parlor protocol publish ${unknown}`);
  const released = await release(grace);
  expect(await noteOn(released.hosted.protocol_id)).toBeNull();
  await joan.bridge.tables.withdraw({ post_id });
}, 120_000);

test('a person without an inbox is asked nothing, and nothing is registered', async () => {
  const terms = { control_mode: 'autonomous' as const, share_ui: true, folder, for_public_key: 'cd'.repeat(32) };
  await expect(joan.bridge.tables.host_folder(terms)).rejects.toMatchObject({ code: 'not_found' });
});

test('words that leave no room for the hash of the board are refused, and nothing is registered', async () => {
  const terms = { control_mode: 'autonomous' as const, share_ui: true, folder, for_public_key: grace.public_key };
  const message = 'x'.repeat(100);
  await expect(joan.bridge.tables.host_folder({ ...terms, message })).rejects.toMatchObject({
    code: 'invalid_field',
    detail: { field: 'message' },
  });
});
