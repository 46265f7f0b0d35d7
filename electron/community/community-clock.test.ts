import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { createCommunityClock } from './community-clock.ts';

const hourMs = 3_600_000;
let wall: number;
let monotonic: number;
let accepted: number | null;
beforeEach(() => {
  wall = Date.parse('2026-03-01T12:00:00.000Z');
  monotonic = 5_000;
  accepted = null;
});

const pass = (ms: number) => {
  wall += ms;
  monotonic += ms;
};
const open = () => createCommunityClock(() => wall, { monotonic: () => monotonic, accepted: () => accepted });
/** A clock after a response whose date is so far ahead, in seconds. */
function clockAhead(seconds: number) {
  const clock = open();
  clock.update(new Date(wall + seconds * 1000).toUTCString(), wall);
  return clock;
}

it('keeps the community’s time when this computer’s date changes', () => {
  const clock = open();
  expect(clock.now()).toBe(wall);
  const communityMs = wall + 200_000;
  clock.update(new Date(communityMs).toUTCString(), wall);
  expect(Math.abs(clock.now() - communityMs)).toBeLessThan(1_000);
  const before = clock.now();
  for (const hours of [1, -1, 24, -48]) {
    wall += hours * hourMs;
    pass(10_000);
  }
  expect(clock.now() - before).toBe(40_000);
});

it('counts small differences as none', () => {
  const clock = clockAhead(1);
  expect(clock.offsetMs).toBe(0);
  expect(clock.now()).toBe(wall);
});

describe('a correction', () => {
  const signedAhead = (clock: ReturnType<typeof open>) => clock.seconds() - wall / 1000;

  it.each([299, -299, 60, -60])('of %i s needs no consent', (seconds) => {
    const clock = clockAhead(seconds);
    expect(clock.needsConsent).toBe(false);
    expect(Math.abs(signedAhead(clock) - seconds)).toBeLessThanOrEqual(1);
  });

  it.each([301, -301, 312, 24 * 3600, 30 * 24 * 3600, -30 * 24 * 3600])('of %i s is not made without it', (seconds) => {
    const clock = clockAhead(seconds);
    expect(clock.needsConsent).toBe(true);
    expect(signedAhead(clock)).toBe(0);
    expect(clock.now()).toBe(wall);
    accepted = seconds * 1000;
    expect(clock.needsConsent).toBe(false);
    expect(Math.abs(signedAhead(clock) - seconds)).toBeLessThanOrEqual(1);
  });

  it('can’t grow step by step, with consent or without', () => {
    for (const consent of [0, 7_200]) {
      accepted = consent === 0 ? null : consent * 1000;
      const clock = open();
      for (let seconds = consent; seconds < consent + 5_000; seconds += 50) {
        clock.update(new Date(wall + seconds * 1000).toUTCString(), wall);
        expect(signedAhead(clock)).toBeLessThanOrEqual(consent + 301);
      }
      expect(signedAhead(clock)).toBe(0);
    }
  });
});

describe('the date of each response', () => {
  const httpDate = fc
    .integer({ min: -4_000_000_000, max: 4_000_000_000 })
    .map((seconds) => new Date(wall + seconds * 1000).toUTCString());
  const near = fc.integer({ min: -400, max: 400 }).map((seconds) => new Date(wall + seconds * 1000).toUTCString());
  const odd = fc.constantFrom(
    ...[
      '',
      '0',
      '-1',
      'now',
      'Infinity',
      'Thu, 31 Dec 275760 00:00:00 GMT',
      'Thu, 01 Jan -100000 00:00:00 GMT',
      '\u0000',
    ],
    ...['Fri, 30 Feb 2026 99:99:99 GMT', '2026-03-01T12:00:00+99:99', '9'.repeat(20_000)],
  );
  const header = fc.oneof(fc.constant(null), httpDate, near, odd);

  it('may be anything, in any order: what is signed stays within the window', () => {
    fc.assert(
      fc.property(fc.array(header, { maxLength: 20 }), fc.constantFrom(null, 7_200_000), (headers, consent) => {
        accepted = consent;
        const clock = open();
        for (const date of headers) {
          clock.update(date, wall);
          const ahead = clock.seconds() - wall / 1000;
          const fromConsent = Math.abs(ahead - (consent ?? 0) / 1000);
          expect(Math.min(Math.abs(ahead), fromConsent)).toBeLessThanOrEqual(301);
          expect(Number.isFinite(clock.now())).toBe(true);
          expect(clock.offsetMs === null || Number.isFinite(clock.offsetMs)).toBe(true);
        }
      }),
    );
  });
});
