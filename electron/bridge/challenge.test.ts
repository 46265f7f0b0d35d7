/** Challenges: an invitation for one agent, announced by a message. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { type Service, startServiceInProcess } from '../tables/testing/community.ts';
import { createPeople, type TestPerson } from './testing/person.ts';

const dir = temporaryFolder();
let service: Service;
let ada: TestPerson;
let grace: TestPerson;
let joan: TestPerson;

beforeAll(async () => {
  service = await startServiceInProcess(dir);
  [ada, grace, joan] = await createPeople(service.url, ['ada', 'grace', 'joan'], 'desktop');
});
afterAll(async () => {
  await Promise.all([ada, grace, joan].map((person) => person?.leave()));
  await service?.dispose();
});

/** Whether the message of a challenge is still new to grace; null before it has arrived. */
const isUnread = async (post_id: string): Promise<boolean | null> => {
  const message = (await grace.bridge.inbox.list({})).messages.find(({ table }) => table === post_id);
  return message === undefined ? null : message.read_at === null;
};

/** What `of` knows of the invitation in its newest conversation with `peer`. */
const invitedTo = async (of: TestPerson, peer: TestPerson, post_id: string) => {
  const { messages } = await of.bridge.inbox.conversation({ with: peer.public_key });
  return messages.find(({ content }) => content.text?.endsWith(post_id))?.content.invited_to;
};

const invite = { protocol: 'rock-paper-scissors', control_mode: 'autonomous' as const, options: { best_of: 1 } };

test('the challenged agent receives a signed message with a link and is the only one who can see the table', async () => {
  const message = 'A quick one?';
  const terms = { ...invite, message, for_public_key: grace.public_key };
  const { hosted, unsent } = await ada.bridge.tables.challenge(terms);
  expect(hosted).toMatchObject({ for_public_key: grace.public_key, message });
  expect(unsent).toBeNull();

  const { messages } = await grace.bridge.inbox.refresh({});
  expect(messages).toMatchObject([
    {
      text: `${message}\n\nparlor://join/${hosted.post_id}`,
      table: hosted.post_id,
      signature: 'valid',
      writer: { public_key: ada.public_key },
    },
  ]);
  expect(await isUnread(hosted.post_id)).toBe(true);
  const offer = await grace.bridge.lobby.inspect({ post_id: hosted.post_id });
  expect(offer).toMatchObject({ for_me: true, host: { nickname: 'ada' }, refusal: null });
  await expect(joan.bridge.lobby.inspect({ post_id: hosted.post_id })).rejects.toMatchObject({
    code: 'invitation_gone',
  });

  const finished = new Promise((resolve) => {
    grace.bridge.tables.on('changed', (table) => table.result?.state === 'settled' && resolve(table.phase));
  });
  await grace.bridge.tables.join({ post_id: hosted.post_id, control_mode: 'autonomous' });
  expect(await finished).toBe('finished');
  await expect.poll(() => isUnread(hosted.post_id)).toBe(false);
  const game = { protocol_name: 'Rock Paper Scissors', options: { best_of: 1 }, game: true, declined: false };
  expect(await invitedTo(ada, grace, hosted.post_id)).toMatchObject(game);
  expect(await invitedTo(grace, ada, hosted.post_id)).toMatchObject(game);
  for (const { bridge } of [ada, grace])
    expect((await bridge.tables.rows({ post_id: hosted.post_id })).rows).toMatchObject([{ phase: 'finished' }]);
});

test('declining a challenge closes the host’s table, notifies the host, and hides the challenge for good', async () => {
  // Not the game that the two have just played, which would be a rematch.
  const terms = { ...invite, options: { best_of: 3 }, for_public_key: grace.public_key };
  const { post_id } = (await ada.bridge.tables.challenge(terms)).hosted;
  await expect
    .poll(async () => (await grace.bridge.notices.list({})).offers)
    .toMatchObject([{ entry: { post_id, for_me: true }, rematch_of: null }]);
  // Its message is no second notice.
  await grace.bridge.inbox.refresh({});
  const challengeMessages = async () =>
    (await grace.bridge.notices.list({})).messages.filter(({ writer }) => writer?.public_key === ada.public_key);
  expect(await challengeMessages()).toEqual([]);

  expect(await isUnread(post_id)).toBe(true);
  await grace.bridge.tables.decline({ post_id });
  await expect.poll(() => isUnread(post_id)).toBe(false);
  expect((await grace.bridge.notices.list({})).dismissed).toContainEqual({ subject: `offer ${post_id}`, mark: '' });
  expect((await grace.bridge.notices.list({})).dismissed).toContainEqual({ subject: `refused ${post_id}`, mark: '' });
  await expect.poll(async () => (await ada.bridge.tables.hosting({})).hosted).toEqual([]);
  await expect
    .poll(async () => (await ada.bridge.notices.list({})).declined)
    .toMatchObject([{ post_id, peer: { public_key: grace.public_key, name: 'grace' }, rematch_of: null }]);
  expect(await challengeMessages()).toEqual([]);
  for (const [of, peer] of [
    [ada, grace],
    [grace, ada],
  ] as const)
    await expect.poll(() => invitedTo(of, peer, post_id)).toMatchObject({ declined: true, options: { best_of: 3 } });
});

test('a challenge that is over leads to no other table of its sender, unless the same is offered again without a message', async () => {
  const open = async (options: { best_of: number }) => {
    const { hosted } = await ada.bridge.tables.challenge({ ...invite, options, for_public_key: grace.public_key });
    await grace.bridge.inbox.refresh({});
    await expect.poll(() => invitedTo(grace, ada, hosted.post_id)).toMatchObject({ options });
    return hosted.post_id;
  };
  const close = (post_id: string) => ada.bridge.tables.withdraw({ post_id });
  const leadsTo = async (post_id: string) => {
    const shown = await Promise.all(
      [ada, grace].map((of) => of.bridge.inbox.invitation({ post_id, writer: ada.public_key })),
    );
    expect(shown[0]).toEqual(shown[1]);
    return shown[0]?.post_id;
  };
  const first = await open({ best_of: 5 });
  expect(await leadsTo(first)).toBe(first);
  await close(first);
  const other = await open({ best_of: 3 });
  expect(await leadsTo(first)).toBeNull();
  expect(await leadsTo(other)).toBe(other);
  await close(other);
  // The same game, in a message of its own.
  const again = await open({ best_of: 5 });
  expect(await leadsTo(first)).toBeNull();
  await close(again);
  const { post_id } = await ada.bridge.tables.host({ ...invite, options: { best_of: 5 } });
  expect(await leadsTo(first)).toBeNull();
  await close(post_id);
  const silent = await ada.bridge.tables.host({ ...invite, options: { best_of: 5 }, for_public_key: grace.public_key });
  expect(await leadsTo(first)).toBe(silent.post_id);
  await close(silent.post_id);
});

test('the slots of challenges that are over are free for others', async () => {
  const terms = { ...invite, for_public_key: grace.public_key };
  for (let count = 0; count < 6; count += 1) {
    const { hosted, unsent } = await ada.bridge.tables.challenge(terms);
    expect(unsent).toBeNull();
    await expect
      .poll(async () => (await grace.bridge.inbox.list({})).messages)
      .toContainEqual(expect.objectContaining({ table: hosted.post_id }));
    await (count % 2 === 0
      ? ada.bridge.tables.withdraw({ post_id: hosted.post_id })
      : grace.bridge.tables.decline({ post_id: hosted.post_id }));
    await expect.poll(async () => (await grace.bridge.inbox.list({})).quota?.count).toBe(0);
    await expect.poll(async () => (await ada.bridge.tables.hosting({})).hosted).toEqual([]);
  }
});

test('if the message is refused, the invitation stays open with the reason', async () => {
  // Fills the inbox.
  for (let sent = 0; sent < 5; sent += 1) {
    await joan.bridge.inbox.send({ to: grace.public_key, text: `${sent}`, signed: false }).catch(() => {});
  }
  const { hosted, unsent } = await ada.bridge.tables.challenge({ ...invite, for_public_key: grace.public_key });
  const { post_id } = hosted;
  expect(unsent).toMatchObject({ code: 'inbox_full' });
  expect((await ada.bridge.tables.hosting({})).hosted).toMatchObject([{ post_id, unsent }]);
  expect(await grace.bridge.lobby.inspect({ post_id })).toMatchObject({ for_me: true });
  await ada.bridge.tables.withdraw({ post_id });
});

test('no table waits for somebody who has blocked the challenger', async () => {
  await joan.bridge.inbox.block({ public_key: ada.public_key, name: 'ada' });
  await joan.bridge.inbox.refresh({});
  await expect(ada.bridge.tables.challenge({ ...invite, for_public_key: joan.public_key })).rejects.toMatchObject({
    code: 'blocked_by_recipient',
  });
  await expect.poll(async () => (await ada.bridge.tables.hosting({})).hosted).toEqual([]);
});

test('rejects a challenge for an agent that is not registered', async () => {
  const for_public_key = ada.public_key.replaceAll(/./g, 'a');
  await expect(ada.bridge.tables.challenge({ ...invite, for_public_key })).rejects.toMatchObject({ code: 'not_found' });
  expect((await ada.bridge.tables.hosting({})).hosted).toEqual([]);
});
