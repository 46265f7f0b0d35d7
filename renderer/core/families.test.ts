import { describe, expect, it } from 'vitest';
import { familiesOf, familyName, readableFamily } from './families.ts';

const protocol = (name: string, family: string | null, source = 'community') => ({
  name,
  source,
  governance: { family },
});

describe('families', () => {
  it('are named after the bundled game, never after the protocol of another author', () => {
    const families = familiesOf(
      [protocol('Connect Four', 'game:connect-four', 'bundled'), protocol('Chat', null, 'bundled')],
      [protocol('FREE POINTS HERE', 'game:connect-four'), protocol('Lanterns', 'game:lantern-auction')],
      [{ family: 'game:weak_wins' }],
    );
    expect([...families]).toEqual([
      ['game:connect-four', 'Connect Four'],
      ['game:lantern-auction', 'lantern auction'],
      ['game:weak_wins', 'weak wins'],
    ]);
    expect(familyName(families, 'game:unheard-of')).toBe('unheard of');
  });

  it('are left out if they are unrated', () => {
    expect(familiesOf([protocol('Oracle', 'service:oracle', 'bundled')], [], []).size).toBe(0);
    expect(readableFamily('service:oracle')).toBe('service oracle');
  });
});
