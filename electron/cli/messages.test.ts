/** Messages, identities and communities on the command line: real processes, a real community, two data directories. */
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { trimSlashes } from '../../shared/community/address.ts';
import { publicKeyOf } from '../../shared/signing/ed25519.ts';
import { isLongRun } from '../../shared/testing/long.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { openIdentity } from '../identity/identity.ts';
import { quickenArgon2 } from '../identity/testing/quick-argon2.ts';
import { fillInbox, personKey } from '../inbox/testing/large-inbox.ts';
import { type Service, startTestService } from '../tables/testing/community.ts';
import { type CommandResult, jsonLinesOf, jsonOf, openTerminal, type Terminal } from './testing/terminal.ts';

quickenArgon2();

const dir = temporaryFolder();
let service: Service;
const terminals = new Map<string, Terminal>();
const keys: Record<string, string> = {};

/** Their commands name the community, so that no embedded one starts. */
const withServer = ['new2', 'old', 'older', 'ruth'];

function terminal(who: string): Terminal {
  const server = withServer.includes(who) ? { PARLOR_SERVER: service.url } : {};
  const created = terminals.get(who) ?? openTerminal({ PARLOR_DATA_DIR: join(dir, who), ...server });
  terminals.set(who, created);
  return created;
}
const parlorAs = (who: string, ...args: string[]): Promise<CommandResult> => terminal(who).parlor(...args);
const json = <T = Record<string, unknown>>(who: string, ...args: string[]): Promise<T> =>
  terminal(who).json<T>(...args);

beforeAll(async () => {
  service = await startTestService(join(dir, 'community'));
  await Promise.all(
    ['ada', 'grace'].map(async (who) => {
      const created = await parlorAs(who, 'init', '--nickname', who, '--insecure-plain-key');
      keys[who] = /public_key: (\S+)/.exec(created.lines.join('\n'))![1]!;
      expect(await json(who, 'community', 'use', service.url)).toEqual({ url: service.url });
      expect(await parlorAs(who, 'register', '--nickname', who)).toMatchObject({ code: 0, errors: '' });
    }),
  );
});
afterAll(async () => {
  for (const each of terminals.values()) each.close();
  await service.dispose();
});

describe('parlor inbox', () => {
  it('lists and exports thousands of messages, and lists and changes thousands of contacts', async () => {
    const [messages, contactCount, exported] = isLongRun ? [10_000, 2_000, 8_000] : [200, 40, 160];
    expect(await parlorAs('ruth', 'init', '--nickname', 'ruth', '--insecure-plain-key')).toMatchObject({ code: 0 });
    expect(await parlorAs('ruth', 'register', '--nickname', 'ruth')).toMatchObject({ code: 0 });
    terminals.get('ruth')!.close();
    terminals.delete('ruth');
    const folder = join(dir, 'ruth');
    const { opener, signer } = await openIdentity({ dataDir: folder, keychain: null });
    await fillInbox({
      ...{ folder, opener, public_key: signer.publicKey, community: trimSlashes(service.url) },
      ...{ messages, contacts: contactCount },
    });
    type Page = { entries: { id: number }[]; next_cursor: string };
    const first = await json<Page>('ruth', 'inbox', 'list', '--limit', '100');
    const second = await json<Page>('ruth', 'inbox', 'list', '--cursor', first.next_cursor);
    expect([first.entries.length, second.entries.length]).toEqual([100, 20]);
    expect(first.entries.at(-1)!.id).toBeGreaterThan(second.entries[0]!.id);
    expect(await json('ruth', 'inbox', 'export')).toMatchObject({ exported });
    const file = JSON.parse(await readFile(join(folder, 'inbox-export.json'), 'utf8')) as { id: number }[];
    expect(new Set(file.map(({ id }) => id)).size).toBe(exported);

    expect(await json('ruth', 'contacts', 'set', personKey(contactCount - 1), '--name', 'Tide')).toMatchObject({
      name: 'Tide',
    });
    const { contacts } = await json<{ contacts: { name: string }[] }>('ruth', 'contacts', 'list');
    expect([contacts.length, contacts.filter(({ name }) => name === 'Tide').length]).toEqual([contactCount, 1]);
  });

  it('delivers messages between two data directories', async () => {
    const words = 'A game at eight? \u001b[2J♜';
    const send = (...more: string[]) => json<{ id: number }>('ada', 'inbox', 'send', '--to', keys.grace!, ...more);
    const signed = await send('--message', words, '--sign');
    expect(signed).toMatchObject({ id: expect.any(Number), expires_at: expect.stringMatching(/Z$/), signed: true });
    await send('--message', 'From nobody.', '--anonymous');

    type Page = { entries: Record<string, unknown>[]; next_cursor: string | null };
    const first = await json<Page>('grace', 'inbox', 'list', '--limit', '1');
    expect(first.entries).toMatchObject([{ plaintext: 'From nobody.', writer_public_key: null, signature: 'none' }]);
    const rest = await json<Page>('grace', 'inbox', 'list', '--cursor', first.next_cursor!);
    expect(rest).toMatchObject({
      entries: [{ id: signed.id, plaintext: words, writer_public_key: keys.ada, signature: 'valid', door: 'unknown' }],
      next_cursor: null,
    });
    // Control characters are replaced in printed text, but not in JSON.
    const [read, exportResult] = await Promise.all([
      parlorAs('grace', 'inbox', 'read', String(signed.id)),
      json('grace', 'inbox', 'export'),
    ]);
    expect(read.lines[0]).toMatch(/^from: ada [0-9a-f]{64}$/);
    expect(read.lines.join('\n')).toContain('A game at eight? \uFFFD[2J♜');

    expect(exportResult).toMatchObject({ exported: 2 });
    const path = join(dir, 'grace', 'inbox-export.json');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const exported = JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>[];
    expect(exported[1]).toMatchObject({ id: signed.id, plaintext: words, size: expect.any(Number) });

    expect(await json('grace', 'inbox', 'delete', String(signed.id))).toEqual({ deleted: 1 });
    const gone = await parlorAs('grace', 'inbox', 'read', String(signed.id));
    expect([gone.code, gone.errors]).toEqual([1, expect.stringMatching(/^not_found: [^\n]+\n$/)]);
    expect(await json('grace', 'inbox', 'clear')).toEqual({ deleted: 1 });
    expect((await json<Page>('grace', 'inbox', 'list')).entries).toEqual([]);
  });

  it('refuses invalid messages with the documented exit codes', async () => {
    const send = (to: string, message: string) => parlorAs('ada', 'inbox', 'send', '--to', to, '--message', message);
    const refused = (code: number, errors: RegExp) => ({ code, errors: expect.stringMatching(errors) });
    expect(
      await Promise.all([
        send(keys.grace!, 'x'.repeat(257)),
        send('grace', 'hello'),
        send('ab'.repeat(32), 'hello'),
        parlorAs('ada', 'inbox', 'send', '--to', keys.grace!),
      ]),
    ).toMatchObject([refused(1, /^invalid_field: /), refused(2, /^bad_arguments: /), { code: 1 }, { code: 2 }]);
  });
});

describe('parlor contacts', () => {
  it('stores names and notes, and blocks people', async () => {
    const contacts = (...args: string[]) => parlorAs('grace', 'contacts', ...args);
    const list = async () => jsonOf<{ contacts: object[] }>(await contacts('list', '--json')).contacts;
    const set = await contacts('set', keys.ada!, '--name', 'Ada', '--notes', 'slow\nand kind');
    expect(set).toMatchObject({ code: 0, lines: [`${keys.ada}\tAda\t-\tslow\uFFFDand kind`] });
    await parlorAs('ada', 'inbox', 'send', '--to', keys.grace!, '--message', 'Known now.', '--sign');
    const seen = async () => {
      const { entries, hidden } = jsonOf<{ entries: { door: string }[]; hidden: number }>(
        await parlorAs('grace', 'inbox', 'list', '--json'),
      );
      return [entries.map(({ door }) => door), hidden];
    };
    expect(await seen()).toEqual([['known'], 0]);
    const contact = { public_key: keys.ada, name: 'Ada', notes: 'slow\nand kind' };
    expect(jsonOf(await contacts('block', keys.ada!, '--json'))).toEqual({ ...contact, blocked: true });
    expect(await seen()).toEqual([[], 0]);
    expect(jsonOf(await contacts('unblock', keys.ada!, '--json'))).toEqual({ ...contact, blocked: false });
    jsonOf(await contacts('set', keys.ada!, '--notes', '', '--json'));
    expect(await list()).toEqual([{ ...contact, notes: '', blocked: false }]);
    expect(jsonOf(await contacts('remove', keys.ada!, '--json'))).toEqual({ removed: keys.ada });
    expect(await contacts('remove', keys.ada!)).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/^not_found: /),
    });
    expect(await contacts('block', 'ada')).toMatchObject({ code: 2 });
    expect([await list(), await seen()]).toEqual([[], [[], 0]]);
  });
});

describe('parlor identity', () => {
  const listed = async () => jsonLinesOf(await parlorAs('ada', 'identity', 'list', '--json'));
  const inUse = async () => (await listed()).find(({ in_use }) => in_use)?.public_key;

  it('manages several identities, each with its own messages', async () => {
    const { public_key } = await json<{ public_key: string }>(
      'ada',
      'identity',
      'new',
      '--nickname',
      'ada2',
      '--insecure-plain-key',
    );
    expect(await inUse()).toBe(keys.ada);
    await json('ada', 'identity', 'use', public_key.slice(0, 12));
    expect(await inUse()).toBe(public_key);
    expect(await parlorAs('ada', 'register', '--nickname', 'ada2')).toMatchObject({ code: 0, errors: '' });
    await json('grace', 'inbox', 'send', '--to', public_key, '--message', 'For the second.');
    const list = async () => await json<{ entries: { plaintext: string }[] }>('ada', 'inbox', 'list');
    expect((await list()).entries.map(({ plaintext }) => plaintext)).toEqual(['For the second.']);
    await json('ada', 'identity', 'use', keys.ada!);
    expect((await list()).entries).toEqual([]);
    expect(await parlorAs('ada', 'identity', 'use', 'ffff0000ffff')).toMatchObject({ code: 1 });
    const communities = jsonLinesOf(await parlorAs('ada', 'community', 'list', '--json'));
    expect(communities[0]).toMatchObject({
      url: service.url,
      in_use: true,
      registered: [
        { public_key: keys.ada, nickname: 'ada' },
        { public_key, nickname: 'ada2' },
      ],
    });
  });

  it('changes the passphrase without a terminal, and restores from backup and recovery phrase', async () => {
    const change = (secrets: string[], ...more: string[]) =>
      terminal('ada').run(['identity', 'change-passphrase', '--json', ...more], { secrets });
    const { words } = await json<{ words: string[] }>('ada', 'identity', 'backup', '--words');
    jsonOf(await change(['one\n'], '--new-passphrase-fd', '3'));
    jsonOf(await change(['one\n', 'two\n'], '--passphrase-fd', '3', '--new-passphrase-fd', '4'));
    expect(await change(['one\n', 'three\n'], '--passphrase-fd', '3', '--new-passphrase-fd', '4')).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/^wrong_passphrase: /),
    });
    expect((await listed())[0]).toMatchObject({ public_key: keys.ada, protection: 'passphrase' });

    const file = join(dir, 'ada.parlor-key');
    const backup = (secrets: string[], ...more: string[]) =>
      terminal('ada').run(['identity', 'backup', '--json', '--passphrase-fd', '3', ...more], { secrets });
    expect(jsonOf(await backup(['two\n'], '--out', file))).toEqual({ public_key: keys.ada, path: file });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    // Each command with a passphrase derives a key from it, often several times.
    if (isLongRun) expect(jsonOf(await backup(['two\n'], '--words'))).toMatchObject({ words });

    const restore = (who: string, secrets: string[], ...more: string[]) =>
      terminal(who).run(['identity', 'restore', '--json', ...more], { secrets });
    const fromFile = ['--from', file, '--passphrase-fd', '3'];
    const back = { public_key: keys.ada };
    await Promise.all([
      (async () => expect(await backup(['two\n'], '--out', file)).toMatchObject({ code: 2 }))(),
      (async () => expect(jsonOf(await restore('new1', ['two\n'], ...fromFile))).toEqual(back))(),
      (async () => {
        if (isLongRun) expect(await restore('new2', ['one\n'], ...fromFile)).toMatchObject({ code: 1 });
        const spoken = [`${words.join(' ')}\n`];
        expect(jsonOf(await restore('new2', spoken, '--words-fd', '3', '--insecure-plain-key'))).toEqual(back);
      })(),
      // Also next to another identity, but only once.
      (async () => {
        if (!isLongRun) return;
        expect(jsonOf(await restore('grace', ['two\n'], ...fromFile))).toEqual(back);
        expect(await restore('grace', ['two\n'], ...fromFile)).toMatchObject({
          code: 1,
          errors: expect.stringMatching(/^identity_exists: /),
        });
      })(),
    ]);
  });

  it('imports the key of another client if its two halves match', async () => {
    const seed = new Uint8Array(32).fill(9);
    const public_key = Buffer.from(publicKeyOf(seed)).toString('hex');
    const importKey = async (who: string, value: object) => {
      const path = join(dir, `${who}.json`);
      await writeFile(path, JSON.stringify(value));
      return parlorAs(who, 'identity', 'import', path, '--nickname', who, '--insecure-plain-key', '--json');
    };
    const private_key = Buffer.from(seed).toString('hex');
    const [foreign, half] = await Promise.all([
      importKey('old', { public_key: keys.ada, private_key }),
      importKey('older', { private_key }),
    ]);
    expect([foreign, half]).toMatchObject([{ code: 1 }, { code: 1 }]);
    expect(jsonOf(await importKey('old', { peer_id: public_key.toUpperCase(), private_key }))).toEqual({ public_key });

    // The recovery phrase was never confirmed, so deletion needs an explicit flag.
    const { public_key: spare } = await json<{ public_key: string }>(
      'old',
      'identity',
      'new',
      '--nickname',
      'spare',
      '--insecure-plain-key',
    );
    const remove = (...args: string[]) => parlorAs('old', 'identity', 'remove', ...args, '--json');
    expect(await remove(spare)).toMatchObject({ code: 2, errors: expect.stringContaining('--without-backup') });
    expect(await remove(public_key, '--without-backup')).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/^in_use: /),
    });
    expect(jsonOf(await remove(spare.slice(0, 12), '--without-backup'))).toEqual({ public_key: spare });
    expect(await remove(spare, '--without-backup')).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/^identity_missing: /),
    });
  });
});

describe('parlor community', () => {
  it('checks an address, and requires consent to plain http', async () => {
    // An address reserved for documentation (RFC 5737): nothing is sent to it.
    const plain = 'http://192.0.2.1:7400';
    const [here, ...refused] = await Promise.all([
      json('ada', 'community', 'test', service.url),
      parlorAs('ada', 'community', 'test', 'http://127.0.0.1:1'),
      parlorAs('new1', 'community', 'use', plain),
      parlorAs('grace', 'browse', '--server', plain),
    ]);
    expect(here).toMatchObject({
      reachable: true,
      version: expect.any(String),
      needs_consent: false,
      limits: { inbox_messages_none: 5 },
    });
    expect(refused.map(({ code, errors }) => `${code} ${errors}`)).toEqual([
      expect.stringMatching(/^1 community_unreachable: /),
      expect.stringMatching(/^1 plain_http: /),
      expect.stringMatching(/^1 plain_http: /),
    ]);
    await json('new1', 'community', 'use', plain, '--allow-plain-http');
    await json('new1', 'community', 'use', 'this-computer');
    await json('new1', 'community', 'use', plain);

    // Removing a community also revokes the consent to plain http; the one in use cannot be removed.
    expect(await parlorAs('new1', 'community', 'remove', plain)).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/^in_use: /),
    });
    await json('new1', 'community', 'use', 'this-computer');
    await json('new1', 'community', 'remove', `${plain}/`);
    expect(await parlorAs('new1', 'community', 'use', plain)).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/^plain_http: /),
    });
  });
});

describe('parlor relays', () => {
  it('stores a choice or addresses, and refuses anything else', async () => {
    expect(await json('ada', 'relays')).toEqual({ relays: 'n0' });
    expect(await json('ada', 'relays', 'none')).toEqual({ relays: 'none' });
    const own = ['https://relay.example/', 'https://192.0.2.1:8443/'];
    expect(await json('ada', 'relays', 'https://relay.example', own[1]!)).toEqual({ relays: own });
    for (const wrong of [['nonsense'], [''], ['n0', 'none'], ['http://relay.example'], ['none', own[0]!]])
      expect(await parlorAs('ada', 'relays', ...wrong)).toMatchObject({
        code: 2,
        errors: expect.stringMatching(/^bad_arguments: /),
      });
    expect((await parlorAs('ada', 'relays')).lines).toEqual([`relays: ${own.join(', ')}`]);
  });
});
