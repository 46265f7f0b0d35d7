/** The commands for protocols, boards and agents, with two people at one community. */
import { cp, mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SelfTestReport } from '../../shared/bridge/contract.ts';
import { isLongRun } from '../../shared/testing/long.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { honest as honestHooks } from '../hooks/testing/broken.ts';
import { type Service, startTestService } from '../tables/testing/community.ts';
import { openTerminal, type Terminal } from './testing/terminal.ts';

const connectFour = join(import.meta.dirname, '../../resources/protocols/connect-four');
const rockPaperScissors = join(connectFour, '../rock-paper-scissors');
const move = '{"action":"move","turn":1,"col":3}';
const fieldsOf = (name: string) => ({ action: { type: 'enum', values: [name], required: true } });
const nim = {
  name: 'Nim',
  type: 'game',
  family: 'nim',
  messages: [
    { name: 'join', direction: 'guest_to_host', fields: fieldsOf('join') },
    { name: 'ready', direction: 'host_to_guest', fields: fieldsOf('ready') },
    {
      name: 'take',
      direction: 'both',
      fields: { ...fieldsOf('take'), matches: { type: 'integer', min: 1, max: 3, required: true } },
    },
  ],
};

const dir = temporaryFolder();
let service: Service;
let ada: Terminal;
let grace: Terminal;
const opened: Terminal[] = [];

function terminal(name: string, server = service?.url): Terminal {
  const made = openTerminal({ PARLOR_DATA_DIR: join(dir, name), PARLOR_SERVER: server });
  opened.push(made);
  return made;
}

async function file(name: string, content: object | string): Promise<string> {
  const path = join(dir, name);
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

beforeAll(async () => {
  service = await startTestService(join(dir, 'community'));
  [ada, grace] = [terminal('ada'), terminal('grace')];
  await Promise.all(
    [ada, grace].map(async (person, index) => {
      await person.parlor('init', '--insecure-plain-key');
      expect((await person.parlor('register', '--nickname', ['ada', 'grace'][index]!)).code).toBe(0);
    }),
  );
});
afterAll(async () => {
  for (const each of opened) each.close();
  await service?.dispose();
});

/** A whole game. */
function honest() {
  const { spec, source } = honestHooks.find(({ name }) => name === 'turns/honest')!;
  return { spec: structuredClone(spec), source };
}

/** The same with a nonce in each claim that nobody checks; the spec doesn't say what it opens. */
function withSeals() {
  const { spec, source } = honest();
  spec.messages.find(({ name }) => name === 'claim')!.fields.seal = { type: 'nonce', required: true };
  const seal = "{ action: 'claim', turn, cell, seal: '00112233445566ff' }";
  return { spec, source: source.replace("{ action: 'claim', turn, cell }", seal) };
}

describe('a draft in a folder', () => {
  const folder = async (name: string, { spec, source }: ReturnType<typeof honest>) => {
    await mkdir(join(dir, name));
    await writeFile(join(dir, name, 'spec.json'), JSON.stringify(spec));
    await writeFile(join(dir, name, 'hooks.js'), source);
    return join(dir, name);
  };

  it('is refused by its exit code if it has a hole, and is not called safe if something stays undecided', async () => {
    const { parlor } = terminal('nobody', 'http://127.0.0.1:1');
    const claims = honest();
    const unproven = withSeals();
    const attack = (path: string) => parlor('protocol', 'test', path, '--adversarial', '--json');
    const resultOf = ({ lines }: { lines: string[] }) => JSON.parse(lines[0]!) as SelfTestReport;

    if (isLongRun) {
      const whole = await attack(await folder('whole', claims));
      expect(whole.code).toBe(0);
      expect(resultOf(whole)).toMatchObject({ ok: true, adversary: { result: 'ok' } });
    }

    const source = claims.source.replace('if (message.winner !== send.winner) return refuse(state);', '');
    const holed = await attack(await folder('holed', { ...claims, source }));
    expect(holed.code).toBe(1);
    expect(resultOf(holed)).toMatchObject({ ok: false, adversary: { result: 'holes' } });

    const path = await folder('unproven', unproven);
    const { code, lines } = await parlor('protocol', 'test', path, '--adversarial');
    expect(code).toBe(3);
    expect(lines).toContain('result: not_proven');
    expect(lines.find((line) => line.startsWith('undecided\t'))).toMatch(
      /^undecided\twrong_opening\tagainst host\tclaim/,
    );
    if (!isLongRun) return;
    const undecided = await attack(path);
    expect(undecided.code).toBe(3);
    expect(resultOf(undecided)).toMatchObject({ ok: false, adversary: { result: 'not_proven' } });
    expect(resultOf(undecided).attacks).toContainEqual(
      expect.objectContaining({
        ...{ message: 'claim', field: 'seal', refused: true },
        undecided_message: expect.objectContaining({ method: 'handle' }),
      }),
    );
  });

  it('is refused by its exit code if it fails at a lie', async () => {
    const { parlor } = terminal('nobody', 'http://127.0.0.1:1');
    const claims = honest();
    const failing = await folder('failing', {
      ...claims,
      source: claims.source.replace('function refuse(state) {', "function refuse(state) {\n  throw new Error('no');"),
    });
    const { code, lines } = await parlor('protocol', 'test', failing, '--adversarial');
    expect(code).toBe(1);
    expect(lines).toContain('result: failures');
    expect(lines.find((line) => line.startsWith('failed\t'))).toMatch(/\tagainst (host|guest)\t.*\thandle\t/);
    expect(lines.find((line) => line.includes('hooks_failed'))).toMatch(/^hooks\.js:8\d\b.*no/);
  });

  it('is hashed, validated, played and compared without a key, a community or leftover files', async () => {
    const { parlor } = terminal('nobody', 'http://127.0.0.1:1');
    const spec = join(connectFour, 'spec.json');
    const { lines } = await parlor('protocol', 'hash', spec);
    expect(lines).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
    expect(await parlor('protocol', 'validate', spec)).toMatchObject({ code: 0, lines: ['valid'] });
    const message = (text: string, ...more: string[]) => parlor('validate', spec, text, ...more);
    expect(await message(move, '--direction', 'guest_to_host')).toMatchObject({ code: 0, lines: ['valid'] });
    const wrong = await message(move, '--direction', 'host_to_guest');
    expect(wrong).toMatchObject({ code: 1, lines: [], errors: expect.stringContaining("action='move'") });
    expect(await message('{"action":"move"}', '--direction', 'both', '--quiet')).toMatchObject({ code: 1, errors: '' });

    const played = await parlor('protocol', 'test', rockPaperScissors, '--json');
    expect(played).toMatchObject({ code: 0, errors: '' });
    expect(JSON.parse(played.lines[0]!)).toMatchObject({ ok: true, mode: 'simultaneous_round', attacks: [] });
    await cp(connectFour, join(dir, 'broken'), { recursive: true });
    await writeFile(join(dir, 'broken/hooks.js'), "export const join = () => { throw new Error('no') };");
    const failed = await parlor('protocol', 'test', join(dir, 'broken'));
    expect(failed.code).toBe(1);
    expect(failed.lines.at(-1)).toBe('ok: false');
    expect(failed.lines).toContain('seed: self-test');
    expect(failed.lines.find((line) => line.startsWith('hooks.js:1:'))).toMatch(/\terror\thooks_call\tjoin: /);
    const seeded = await parlor('protocol', 'test', join(dir, 'broken'), '--adversarial', '--seed', '7', '--json');
    expect(seeded.code).toBe(1);
    expect(JSON.parse(seeded.lines[0]!)).toMatchObject({
      ok: false,
      seed: '7',
      attacks: [],
      log: [],
      problems: [{ kind: 'hooks_call', subject: 'join', file: 'hooks.js', line: 1 }],
    });
    const checked = await parlor('studio', join(dir, 'broken'), '--web', 'off');
    expect(checked).toMatchObject({ code: 1 });
    expect(checked.lines).toContain(failed.lines.find((line) => line.startsWith('hooks.js:1:')));

    const diff = await parlor('protocol', 'diff', spec, await file('nim.json', nim));
    expect(diff.lines).toContain('+\tmessage take (both)');
    expect(diff.lines).toContain('-\tmessage move (guest_to_host)');
    expect(await readdir(dir)).not.toContain('nobody');
  });
});

describe('publishing and fetching', () => {
  it('lets one person publish and govern a protocol, and another find, fetch and play it', async () => {
    const spec = await file('spec.json', nim);
    await mkdir(join(dir, 'ui'));
    await file('ui/index.html', '<!doctype html><title>Nim</title>');
    const published = await ada.json('protocol', 'register', spec, '--with-ui', join(dir, 'ui'));
    expect(published).toMatchObject({ status: 'registered', ui: { files: 1, idempotent: false } });
    const id = String(published.protocol_id);
    const again = await ada.json('protocol', 'register', spec, '--with-ui', join(dir, 'ui'));
    expect(again).toMatchObject({ status: 'already_exists', ui: { idempotent: true } });

    const govern = (...more: string[]) => [
      'protocol',
      'governance',
      'set',
      id,
      '--family',
      'game:nim',
      '--status',
      'active',
      ...more,
    ];
    expect(await ada.parlor(...govern('--tags', '["two words"]'))).toMatchObject({
      code: 2,
      errors: 'bad_arguments: --tags[0] must be 1-64 chars matching [A-Za-z0-9_.:-]+\n',
    });
    expect(await ada.json(...govern('--tags', '["quick"]'))).toMatchObject({ family: 'game:nim', tags: ['quick'] });
    expect((await grace.parlor(...govern())).errors).toMatch(/^not_owner: /);

    const discovered = await grace.json<{ results: object[] }>('protocol', 'discover', '-q', 'nim');
    expect(discovered.results).toMatchObject([{ protocol_id: id, here: false }]);
    expect((await grace.parlor('protocol', 'discover', '--query', 'nim', '--fetch')).code).toBe(0);
    const searched = await grace.parlor('protocol', 'search', '--family', 'nim', '--tag', 'quick');
    expect(searched.lines).toEqual([`${id}\tNim\tsession_loop\tgame:nim\tcached\tmissing\tactive`]);
    expect(await grace.json('protocol', 'fetch', id, '--accept-ui')).toMatchObject({ board: { source: 'platform' } });
    const consent = await grace.json<{ manifest_hash: string; source: string }>('consents', 'list');
    expect(consent).toMatchObject({ source: 'platform', protocol_id: id, protocol_name: 'Nim' });
    expect((await grace.parlor('consents', 'revoke', 'abc')).code).toBe(2);
    expect(await grace.json('consents', 'revoke', consent.manifest_hash)).toMatchObject({ revoked: true });
    expect((await grace.parlor('consents', 'revoke', consent.manifest_hash)).errors).toMatch(/^not_found: /);
    expect((await grace.parlor('consents', 'list')).lines).toEqual([]);
    expect(await grace.json('protocol', 'path', id)).not.toHaveProperty('board');
    expect(await grace.json('protocol', 'fetch', id, '--accept-ui')).toMatchObject({ board: { source: 'platform' } });
    expect(await grace.json('protocol', 'governance', 'get', id)).toMatchObject({ status: 'active' });
    expect(await grace.json('protocol', 'stats', id)).toMatchObject({ session_count: 0, avg_rating: null });
    expect(await grace.json('protocol', 'similar', id)).toMatchObject({ total: 0 });
    expect(await grace.json('protocol', 'by-hand', id)).toMatchObject({ protocol_id: id, hosting: 'possible' });
    const { path } = await grace.json<{ path: string }>('protocol', 'path', id);
    expect((await readdir(path)).sort()).toEqual(['hooks.js', 'spec.json', 'ui', 'ui.json']);

    const set = (of: string, status: string, ...more: string[]) =>
      ada.json('protocol', 'governance', 'set', of, '--family', 'game:nim', '--status', status, ...more);
    const deprecate = ['protocol', 'governance', 'set', id, '--status', 'deprecated'];
    expect((await ada.parlor(...deprecate)).errors).toMatch(
      /^Parlor: It is deprecated without a reason\. .*--deprecated-reason/,
    );
    expect((await ada.parlor(...deprecate, '--deprecated-reason', 'Use Nim 2.')).errors).toBe('');
    const nim2 = { ...nim, name: 'Nim 2', parameters: { heaps: { type: 'integer', min: 1, max: 9, default: 3 } } };
    const next = await ada.json('protocol', 'register', await file('nim2.json', nim2), '--reason', 'more');
    const successor = { protocol_id: String(next.protocol_id), name: 'Nim 2' };
    await set(successor.protocol_id, 'active', '--parent-protocol-id', id);
    const deprecation = { protocol_id: id, reason: 'Use Nim 2.', successor };
    const listed = await grace.json<{ results: object[] }>('protocol', 'discover', '--status', 'deprecated');
    expect(listed.results).toMatchObject([{ protocol_id: id, deprecation }]);
    expect(await grace.json('protocol', 'fetch', id)).toMatchObject({ deprecation });
    const hosting = await grace.json<{ state_dir: string }>('host', '--protocol', id, '--web', 'off', '--daemon');
    expect(hosting).toMatchObject({ status: 'hosting', protocol_deprecated: deprecation });
    expect(await grace.parlor('session', 'abort', '--state-dir', hosting.state_dir)).toMatchObject({ code: 0 });
    expect((await grace.parlor('protocol', 'search', '--family', 'nim')).lines).toEqual([]);
    const all = await grace.parlor('protocol', 'search', '--family', 'nim', '--all-status');
    expect(all.lines).toEqual([`${id}\tNim\tsession_loop\tgame:nim\tcached\tby_hand\tdeprecated`]);

    const renamed = await file('renamed.json', { ...nim, name: 'Nim again', family: 'nim' });
    const preflight = await grace.parlor('protocol', 'preflight', renamed);
    expect(preflight.code).toBe(1);
    expect(preflight.lines).toContain('classification: metadata_only');
    expect(preflight.lines).toContain(`existing_protocol_id: ${id}`);
    const same = await grace.parlor('protocol', 'diff', id, renamed);
    expect(same.lines).toContain('  ~ /name\t"Nim" -> "Nim again"');
  });
});

describe('a folder', () => {
  it('is published by one command, with every problem at once and one JSON result', async () => {
    const folder = join(dir, 'counter');
    await mkdir(join(folder, 'ui'), { recursive: true });
    const spec = { ...nim, name: 'Counter', family: 'counter', rules: { counts: 'up' } };
    await file('counter/spec.json', { ...spec, messages: [] });
    await file('counter/ui/run.exe', '');
    const broken = await ada.parlor('protocol', 'publish', folder);
    expect(broken.code).toBe(1);
    expect(broken.errors).toMatch(/^invalid_spec: .*spec\.json:\d+:\d+ \/messages .*ui\/run\.exe/);
    await file('counter/spec.json', spec);
    await rename(join(folder, 'ui/run.exe'), join(folder, 'ui/index.html'));
    const published = await ada.json(
      ...['protocol', 'publish', folder, '--status', 'active', '--tags', '["quick"]', '--reason', 'a first one'],
    );
    expect(published).toMatchObject({
      name: 'Counter',
      status: 'registered',
      comparison: { classification: 'compatible_extension' },
      governance: { family: 'game:counter', status: 'active', tags: ['quick'], created_reason: 'a first one' },
      ui: { files: 1, idempotent: false },
      hooks: 'missing',
    });
    expect(await ada.json('protocol', 'governance', 'get', String(published.protocol_id))).toMatchObject({
      family: 'game:counter',
      created_reason: 'a first one',
    });
    expect((await ada.parlor('protocol', 'publish', folder)).lines).toContain('hooks: there is no hooks.js');
  });
});

describe('an agent in the community', () => {
  it('declares capabilities and has karma and a rating', async () => {
    const set = await ada.parlor('registry', 'set', '--capabilities', '{"a":1}');
    expect(set).toMatchObject({ code: 2, errors: 'bad_arguments: --capabilities must be a JSON string array\n' });
    const mine = await ada.json('registry', 'set', '--capabilities', '["nim"]');
    expect(mine).toMatchObject({ capabilities: ['nim'] });
    const agent_id = String(mine.agent_id);
    const read = await grace.parlor('registry', 'get', '--agent-id', agent_id);
    expect(read.lines).toContain('capabilities: nim');
    const key = String(mine.public_key);
    expect(await grace.json('elo', 'show', '--public-key', key)).toMatchObject({ rating: 1200, games_played: 0 });
    expect(await grace.json('karma', 'show', '--agent-id', agent_id)).toMatchObject({ karma: 0, level: 'none' });
    expect(await ada.json('stats', 'agent')).toMatchObject({ total_sessions: 0, confidence_level: 'none' });
    expect(await grace.json('ratings', agent_id)).toMatchObject({ results: [], rating_count: 0 });
    expect(await grace.json('elo', 'leaderboard', '--family', 'game:nim')).toMatchObject({ entries: [] });
    expect(await grace.parlor('elo', 'leaderboard', '--around')).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/^not_found: /),
    });
    expect(await grace.json('agents', 'show', '--agent-id', agent_id)).toMatchObject({ agent: { nickname: 'ada' } });

    const session = ['--session-id', 'ab'.repeat(32)];
    expect((await ada.parlor('rating', ...session, '--score', '5')).errors).toMatch(/^not_found: /);
  });

  it('has help with examples for every subcommand', async () => {
    const help = await ada.parlor('elo', 'leaderboard', '--help');
    expect(help).toMatchObject({ code: 0, errors: '' });
    expect(help.lines.join('\n')).toMatch(/Example:\n.*\n\nExit codes: /);
    expect(await ada.parlor('protocol', 'governance', 'sett')).toMatchObject({ code: 2 });
  });
});
