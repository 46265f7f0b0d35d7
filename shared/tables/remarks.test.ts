import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject } from '../json/value.ts';
import { budgets } from './budgets.ts';
import { roles } from './hooks.ts';
import { keptRemarksSchema, phrases, Remarks, remarkText, sayingSchema } from './remarks.ts';
import { Bench, chooser } from './testing/bench.ts';
import { type Game, oracle, pile, sealedHands } from './testing/games.ts';

const { remarks: limits, systemFrames } = budgets;
const moment = { now: 0, at: 1_000 };
const codeOf = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return (error as { code: string }).code;
  }
};

/** Both sides of a table, whose frames arrive at once. */
function pair() {
  const host = new Remarks('host');
  const guest = new Remarks('guest');
  const allow = (allows: { host: boolean; guest: boolean }) => {
    const byHost = host.allowTexts(allows.host);
    const byGuest = guest.allowTexts(allows.guest);
    if (byHost) guest.receive(byHost, moment);
    if (byGuest) host.receive(byGuest, moment);
  };
  return { host, guest, allow };
}

test('a phrase reaches the other side as its id alone', () => {
  const { host, guest } = pair();
  const frame = host.say({ phrase: 'well_played' }, moment);
  expect(frame).toEqual({ _sys: 'remark', number: 1, phrase: 'well_played' });
  expect(guest.receive(frame, { now: 0, at: 2_000 })).toBe(true);
  expect(guest.kept.remarks).toEqual([{ number: 1, by: 'host', at: 2_000, phrase: 'well_played' }]);
  expect(host.kept.remarks).toEqual([{ number: 1, by: 'host', at: 1_000, phrase: 'well_played' }]);
});

test('a text is said and shown only while both sides allow texts', () => {
  const { host, guest, allow } = pair();
  const text: JsonObject = { _sys: 'remark', number: 1, text: 'That corner was mine.' };
  for (const allows of [
    { host: false, guest: false },
    { host: true, guest: false },
    { host: false, guest: true },
  ]) {
    allow(allows);
    expect(codeOf(() => host.say({ text: 'Hello there' }, moment))).toBe('forbidden');
  }
  allow({ host: true, guest: false });
  guest.receive(text, moment);
  expect(guest.kept).toMatchObject({ remarks: [], ignored: 1 });
  allow({ host: true, guest: true });
  guest.receive(host.say({ phrase: 'hello' }, moment), moment);
  guest.receive(host.say({ text: 'That corner was mine.' }, moment), moment);
  expect(guest.kept.remarks).toMatchObject([{ number: 2, text: 'That corner was mine.' }]);
});

test.each([
  ['  Well, well.  ', 'Well, well.'],
  ['x'.repeat(limits.characters), 'x'.repeat(limits.characters)],
  ['👩‍👩‍👧'.repeat(2), '👩‍👩‍👧'.repeat(2)],
  ['', null],
  ['   ', null],
  ['x'.repeat(limits.characters + 1), null],
  ['two\nlines', null],
  ['\u202Eright to left', null],
  ['\u2066isolated', null],
  ['bell\u0007', null],
  ['\uD83D', null],
  ['\u200D', null],
  ['\uFE0E \uFE0F', null],
  ['\u2800\u2800', null],
  ['❤\uFE0F', '❤\uFE0F'],
])('the text %j is sent as %j', (input, expected) => {
  expect(remarkText(input)).toBe(expected);
});

test('a text without a visible character is ignored, and counted as such', () => {
  const { host, guest, allow } = pair();
  allow({ host: true, guest: true });
  for (const [index, text] of ['\u200D', '\uFE0F', '\u2800'].entries())
    guest.receive({ _sys: 'remark', number: index + 1, text }, moment);
  expect(guest.kept).toMatchObject({ remarks: [], ignored: 3, last: { host: 3 } });
  expect(sayingSchema.safeParse({ text: '\u2800' }).success).toBe(false);
  expect(host.kept.remarks).toEqual([]);
});

test('the longest texts fit a system frame', () => {
  for (const character of ['"', '\\', '界', '🎲']) {
    const text = character.repeat(limits.characters);
    expect(remarkText(text)).toBe(text);
    expect(JSON.stringify({ _sys: 'remark', number: limits.count, text }).length).toBeLessThan(systemFrames.bytes);
  }
});

test('a side that says too much is stopped here, and ignored and counted there', () => {
  const { host, guest } = pair();
  for (let number = 0; number < limits.own.burst; number += 1) host.say({ phrase: 'hello' }, moment);
  expect(codeOf(() => host.say({ phrase: 'hello' }, moment))).toBe('rate_limited');
  const later = { now: 1_000 / limits.own.perSecond, at: 0 };
  expect(host.say({ phrase: 'hello' }, later)).toMatchObject({ number: limits.own.burst + 1 });
  const flood = limits.peer.burst + 7;
  for (let number = 1; number <= flood; number += 1) guest.receive({ _sys: 'remark', number, phrase: 'hello' }, moment);
  expect(guest.kept.remarks).toHaveLength(limits.peer.burst);
  expect(guest.kept.ignored).toBe(7);
});

test('an honest side is never ignored, also if it says all it may during an absence', () => {
  const { host, guest } = pair();
  let now = 0;
  const frames: JsonObject[] = [];
  for (; now <= 600_000; now += 1_000) {
    const frame = codeOf(() => host.say({ phrase: 'thanks' }, { now, at: now }));
    if (typeof frame === 'object') frames.push(frame as JsonObject);
    // A connection that stalls for a minute.
    if (now % 60_000 === 0) for (const waiting of frames.splice(0)) guest.receive(waiting, { now, at: now });
  }
  for (const waiting of frames.splice(0)) guest.receive(waiting, { now, at: now });
  expect(guest.kept.ignored).toBe(0);
  expect(guest.kept.remarks).toEqual(
    host.kept.remarks.map((remark) => ({ ...remark, at: expect.any(Number) as number })),
  );
});

test('what was said during an absence arrives once, in order, and only so much', () => {
  const { host, guest } = pair();
  guest.receive(host.say({ phrase: 'hello' }, moment), moment);
  // Lost on its way.
  host.say({ phrase: 'one_moment' }, moment);
  host.lost();
  let now = 0;
  for (let number = 0; number < limits.waiting; number += 1) {
    now += 10_000;
    host.say({ phrase: 'sorry' }, { now, at: 0 });
  }
  expect(codeOf(() => host.say({ phrase: 'sorry' }, { now: now + 60_000, at: 0 }))).toBe('rate_limited');
  for (const frame of [...host.resumed(), ...host.resumed()]) guest.receive(frame, { now, at: 0 });
  expect(guest.kept.remarks.map(({ number }) => number)).toEqual(
    [...Array(limits.waiting + 2).keys()].map((n) => n + 1),
  );
  expect(guest.kept.ignored).toBe(0);
});

test('another process continues the numbers and knows what was said', () => {
  const { host, guest } = pair();
  guest.receive(host.say({ phrase: 'hello' }, moment), moment);
  const restored = new Remarks('host', keptRemarksSchema.parse(JSON.parse(JSON.stringify(host.kept))));
  for (const frame of restored.resumed()) guest.receive(frame, moment);
  guest.receive(restored.say({ phrase: 'sorry' }, moment), moment);
  expect(guest.kept.remarks).toMatchObject([{ phrase: 'hello' }, { phrase: 'sorry' }]);
});

test('a muted or blocked side is neither kept nor counted', () => {
  const { host, guest } = pair();
  guest.mute(true);
  guest.receive(host.say({ phrase: 'hello' }, moment), moment);
  guest.mute(false);
  guest.receive(host.say({ phrase: 'sorry' }, moment), moment, true);
  expect(guest.kept).toMatchObject({ remarks: [], ignored: 0, last: { host: 2 } });
  guest.receive(host.say({ phrase: 'goodbye' }, moment), moment);
  expect(guest.kept.remarks).toMatchObject([{ phrase: 'goodbye' }]);
});

test('no frame makes a side keep more than its share, or throws', () => {
  const guest = new Remarks('guest');
  guest.allowTexts(true);
  const frames: JsonObject[] = [
    { _sys: 'remark' },
    { _sys: 'remark', number: 0, phrase: 'hello' },
    { _sys: 'remark', number: -1, text: 'x' },
    { _sys: 'remark', number: 1e300, phrase: 'hello' },
    { _sys: 'remark', number: 1, phrase: 'unheard_of' },
    { _sys: 'remark', number: 1, phrase: ['hello'] },
    { _sys: 'remark', number: 1, text: 'x'.repeat(10_000) },
    { _sys: 'remark', number: 1, text: { toString: 'x' } },
    { _sys: 'remark', allows_texts: 'yes' },
    JSON.parse('{"_sys":"remark","__proto__":{"number":1},"phrase":"hello"}') as JsonObject,
  ];
  for (let round = 0; round < 500; round += 1)
    for (const frame of frames) guest.receive(frame, { now: round * 60_000, at: 0 });
  for (let number = 2; number < 3 * limits.count; number += 1)
    guest.receive(
      { _sys: 'remark', number, phrase: phrases[number % phrases.length]! },
      { now: 1e9 + number * 60_000, at: 0 },
    );
  expect(guest.kept.remarks.length).toBeLessThanOrEqual(limits.count);
  expect(guest.kept.ignored).toBeLessThanOrEqual(limits.count);
  expect(keptRemarksSchema.safeParse(guest.kept).success).toBe(true);
});

const runs = { numRuns: 40 };

/** Whatever somebody might send as a remark. */
const anyRemark = fc
  .record(
    {
      number: fc.oneof(fc.integer(), fc.jsonValue()),
      phrase: fc.oneof(fc.constantFrom(...phrases), fc.jsonValue()),
      text: fc.oneof(fc.string(), fc.jsonValue()),
      allows_texts: fc.oneof(fc.boolean(), fc.jsonValue()),
      action: fc.constantFrom('join', 'move', 'end', 'error'),
      code: fc.constantFrom('resigned', 'decision_timeout'),
    },
    { requiredKeys: [] },
  )
  .map((fields) => ({ ...fields, _sys: 'remark' }) as JsonObject);

/** Plays to the end; after each step, both sides receive some of the remarks. */
function playWith(game: Game, numbers: number[], remarks: readonly JsonObject[]) {
  const bench = new Bench(game);
  const choose = chooser(numbers);
  const read = Object.fromEntries(roles.map((role) => [role, new Remarks(role)]));
  let next = 0;
  for (let steps = bench.possibleSteps(); steps.length > 0; steps = bench.possibleSteps()) {
    steps[choose() % steps.length]!();
    for (const role of roles) {
      const frame = remarks[next % Math.max(1, remarks.length)];
      next += 1;
      if (!frame || bench.seats[role].done) continue;
      bench.seats[role].dispatch({ type: 'frame', frame });
      read[role]!.receive(frame, { now: bench.clock.now, at: 0 });
    }
  }
  return roles.map((role) => {
    const { records, outcome, game } = bench.seats[role];
    return { kinds: records.map(({ kind }) => kind), records, outcome, used: game.used_ms, absence: game.absence };
  });
}

function runsOf(game: Game, numbers: number[], remarks: readonly JsonObject[]) {
  return [playWith(game, numbers, []), playWith(game, numbers, remarks)] as const;
}

test.each([
  ['a game with turns', pile(7)],
  ['a request', oracle()],
])('no remark in any state changes %s, its record or its result', (_name, game) => {
  fc.assert(
    fc.property(fc.array(fc.nat()), fc.array(anyRemark, { minLength: 1 }), (numbers, remarks) => {
      const [without, withRemarks] = runsOf(game, numbers, remarks);
      expect(withRemarks).toEqual(without);
      expect(without.every(({ outcome }) => outcome?.completed)).toBe(true);
    }),
    runs,
  );
});

test('no remark in any state changes the course or the result of sealed rounds', () => {
  fc.assert(
    fc.property(fc.array(fc.nat()), fc.array(anyRemark, { minLength: 1 }), (numbers, remarks) => {
      const [without, withRemarks] = runsOf(sealedHands(2), numbers, remarks);
      // Their nonces are random.
      const course = (sides: typeof without) => sides.map(({ records: _, ...rest }) => rest);
      expect(course(withRemarks)).toEqual(course(without));
    }),
    runs,
  );
});
