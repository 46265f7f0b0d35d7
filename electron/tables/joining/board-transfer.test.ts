/** Transfer of a host's board to its guest, and hosts and guests that violate the protocol. */
import { describe, expect, test, vi } from 'vitest';
import { inBackground } from '../../../shared/background.ts';
import { bundleLimits } from '../../../shared/bundle/limits.ts';
import { manifestFileOf, manifestHashOf } from '../../../shared/bundle/manifest.ts';
import { ParlorError } from '../../../shared/errors.ts';
import type { JsonObject } from '../../../shared/json/value.ts';
import { budgets } from '../../../shared/tables/budgets.ts';
import type { Board } from '../../library/board.ts';
import { verifyBoard } from '../../library/verify-board.ts';
import { channelPair, type PipeEnd } from '../testing/channel-pair.ts';
import { offerOf, receiveBoard, sendBoard } from './board-transfer.ts';

const author = 'ab'.repeat(32);

function boardOf(files: Record<string, string>): Board {
  const bytes = new Map(Object.entries(files).map(([path, text]) => [path, new TextEncoder().encode(text)]));
  const hash = manifestHashOf([...bytes].map(([path, content]) => manifestFileOf(path, content)));
  return verifyBoard(bytes, hash, { source: 'local', author: 'Parlor' });
}

const board = boardOf({ 'index.html': '<p>ü</p>', 'js/board.js': 'go()', 'empty.css': '' });

async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'none',
    (error: unknown) => (error instanceof ParlorError ? error.code : String(error)),
  );
}

/** The frames that an honest host sends for this board. */
async function framesOf(shared: Board): Promise<JsonObject[]> {
  const ends = channelPair();
  const sending = sendBoard(ends.host, shared, {
    _ui_artifact_request: true,
    version: 1,
    manifest_hash: shared.manifest_hash,
  });
  await ends.guest.send({ _ui_artifact_ack: true, status: 'installed', manifest_hash: shared.manifest_hash });
  await sending;
  return ends.host.sent;
}

/** A guest receives these frames; `none` if it accepts the board. */
async function receiveFrames(
  frames: JsonObject[],
  offer = offerOf(board),
): Promise<{ code: string; ends: { guest: PipeEnd } }> {
  const ends = channelPair();
  for (const frame of frames) await ends.host.send(frame);
  await ends.host.close();
  return { code: await codeOf(receiveBoard(ends.guest, offer, 'any', author)), ends };
}

test('transfers every file unchanged, in the documented frames', async () => {
  const ends = channelPair();
  const offer = offerOf(board);
  const receiving = receiveBoard(ends.guest, offer, 'any', author);
  await sendBoard(ends.host, board, (await ends.host.receive())!);
  const received = await receiving;
  expect(received).toMatchObject({
    source: 'host_p2p',
    author,
    manifest_hash: board.manifest_hash,
    size_bytes: board.size_bytes,
  });
  expect([...received.files].map(([path, { bytes }]) => [path, new TextDecoder().decode(bytes)])).toEqual([
    ['index.html', '<p>ü</p>'],
    ['js/board.js', 'go()'],
    ['empty.css', ''],
  ]);
  expect(ends.guest.sent).toEqual([
    { _ui_artifact_request: true, version: 1, manifest_hash: board.manifest_hash },
    { _ui_artifact_ack: true, status: 'installed', manifest_hash: board.manifest_hash },
  ]);
  const { manifest_hash } = board;
  expect(ends.host.sent).toMatchObject([
    {
      _ui_artifact_begin: true,
      version: 1,
      manifest_hash,
      file_count: 3,
      total_size_bytes: board.size_bytes,
      max_file_size_bytes: bundleLimits.fileBytes,
    },
    { _ui_artifact_file: true, index: 0, path: 'index.html', size_bytes: 9 },
    { _ui_artifact_file: true, index: 1, path: 'js/board.js', content_base64: 'Z28oKQ==' },
    { _ui_artifact_file: true, index: 2, path: 'empty.css', content_base64: '', size_bytes: 0 },
    { _ui_artifact_end: true, manifest_hash },
  ]);
});

const frames = await framesOf(board);
const changed = (index: number, change: JsonObject) =>
  frames.map((frame, at) => (at === index ? { ...frame, ...change } : frame));
const evil = '../../evil.js';

test('accepts valid frames', async () => {
  expect((await receiveFrames(frames)).code).toBe('none');
});

test.each<[string, JsonObject[]]>([
  ['a beginning that differs from the offer', changed(0, { file_count: 2 })],
  ['another manifest', changed(0, { manifest_hash: '0'.repeat(64) })],
  ['bytes that do not match their hash', changed(1, { content_base64: 'PHA+ISE8L3A+' })],
  [
    'a file that the manifest does not contain',
    changed(2, {
      content_base64: 'Z28hKQ==',
      content_hash: manifestFileOf('x', new TextEncoder().encode('go!)')).content_hash,
    }),
  ],
  ['a size that does not match the bytes', changed(1, { size_bytes: 8 })],
  ['invalid base64', changed(1, { content_base64: '%%%%' })],
  ['files in another order', [frames[0]!, frames[2]!, frames[1]!, ...frames.slice(3)]],
  ['a file twice', [frames[0]!, frames[1]!, { ...frames[1]!, index: 1 }, ...frames.slice(3)]],
  ['a path outside the bundle', changed(2, { path: evil })],
  ['too few files', [...frames.slice(0, 3), frames[4]!]],
  ['a different manifest hash at the end', changed(4, { manifest_hash: '0'.repeat(64) })],
  ['an error frame', [{ _ui_artifact_error: true, reason: 'ui artifact is not shared' }]],
  ['a business frame', [{ action: 'move' }]],
])('U1: rejects %s', async (_name, sent) => {
  const { code, ends } = await receiveFrames(sent);
  expect(code).toBe('bundle_invalid');
  expect(ends.guest.sent).toHaveLength(1);
});

test('U1: rejects an invalid board even if every hash matches', async () => {
  const bytes = new TextEncoder().encode('x');
  const file = manifestFileOf(evil, bytes);
  const manifest_hash = manifestHashOf([file]);
  const offer = { version: 1 as const, manifest_hash, file_count: 1, total_size_bytes: 1, max_file_size_bytes: 1 };
  const sent: JsonObject[] = [
    { _ui_artifact_begin: true, ...offer },
    { _ui_artifact_file: true, index: 0, ...file, content_base64: 'eA==' },
    { _ui_artifact_end: true, manifest_hash },
  ];
  expect((await receiveFrames(sent, offer)).code).toBe('bundle_invalid');
});

test('rejects when the host disconnects during the transfer', async () => {
  expect((await receiveFrames(frames.slice(0, 2))).code).toBe('peer_disconnected');
});

test.each<[string, Board | null, string, string]>([
  ['nothing was offered', null, board.manifest_hash, 'ui artifact is not shared'],
  ['another board was requested', board, '0'.repeat(64), 'ui artifact request mismatch'],
])('a host refuses a request if %s', async (_name, shared, manifest_hash, reason) => {
  const ends = channelPair();
  const request = { _ui_artifact_request: true, version: 1, manifest_hash };
  expect(await codeOf(sendBoard(ends.host, shared, request))).toBe('frame_invalid');
  expect(ends.host.sent).toEqual([{ _ui_artifact_error: true, reason }]);
});

test('a host whose frames each arrive just in time does not hold a guest for longer than the whole transfer may take', async () => {
  const files = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`${index}.js`, 'go()']));
  const slow = boardOf({ 'index.html': '', ...files });
  const slowFrames = await framesOf(slow);
  const { frameMs, totalMs } = budgets.board;
  vi.useFakeTimers();
  try {
    const ends = channelPair();
    let code: string | null = null;
    inBackground(
      'transfer',
      codeOf(receiveBoard(ends.guest, offerOf(slow), 'any', author)).then((received) => {
        code = received;
      }),
    );
    let passed = 0;
    for (const frame of slowFrames) {
      if (code !== null) break;
      await vi.advanceTimersByTimeAsync(frameMs - 1);
      passed += frameMs - 1;
      await ends.host.send(frame);
    }
    expect(code).toBe('peer_timeout');
    expect(passed).toBeLessThan(totalMs + frameMs);
  } finally {
    vi.useRealTimers();
  }
});

describe('transfers at the same time', () => {
  /** A guest that requests the board and acknowledges nothing. */
  function start(source: string, size_bytes = board.size_bytes) {
    const ends = channelPair();
    const channel = Object.assign(ends.host, { source });
    const request = { _ui_artifact_request: true, version: 1, manifest_hash: board.manifest_hash };
    const outcome = codeOf(sendBoard(channel, { ...board, size_bytes }, request));
    const acknowledge = () =>
      ends.guest.send({ _ui_artifact_ack: true, status: 'installed', manifest_hash: board.manifest_hash });
    return { outcome, acknowledge };
  }
  type Transfer = ReturnType<typeof start>;
  const { perSource, concurrentBytes } = budgets.board;

  async function expectCompleted(transfers: Transfer[]) {
    for (const transfer of transfers) {
      await transfer.acknowledge();
      expect(await transfer.outcome).toBe('none');
    }
  }

  test('are limited for each source: its oldest one gives way to a new one', async () => {
    const honest = start('honest');
    const silent = Array.from({ length: 5 * perSource }, () => start('hostile'));
    const displaced = silent.splice(0, silent.length - perSource);
    for (const { outcome } of displaced) expect(await outcome).toBe('cancelled');
    await expectCompleted([honest, ...silent]);
  });

  test('of a hundred addresses keep none from another', async () => {
    const honest = start('honest');
    const silent = Array.from({ length: 100 * perSource }, (_, number) => start(`hostile ${number % 100}`));
    await expectCompleted([honest, ...silent]);
  });

  test('are limited by the size of all boards: the oldest of the source with the most gives way', async () => {
    const large = concurrentBytes / 4;
    const [honest, first, second] = [start('honest', large), start('hostile', large), start('hostile', large)];
    const last = start('late', large);
    await expectCompleted([start('other', large)]);
    expect(await first.outcome).toBe('cancelled');
    await expectCompleted([honest, second, last]);
  });
});
