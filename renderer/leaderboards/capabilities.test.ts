import { describe, expect, it } from 'vitest';
import { capabilityDeclaration } from '../../shared/community/shapes.ts';
import { withTyped } from './capabilities.ts';

describe('parsing capabilities', () => {
  it('accepts one or several, by the community’s rules', () => {
    const { labels, left, refusal } = withTyped(['tea'], ' chess.openings, game:connect-four\nslow_play ');
    expect(labels).toEqual(['tea', 'chess.openings', 'game:connect-four', 'slow_play']);
    expect({ left, refusal }).toEqual({ left: '', refusal: null });
    expect(capabilityDeclaration.parse({ capabilities: labels }).capabilities).toEqual(labels);
  });

  it('reports the problem and keeps the rest in the field', () => {
    expect(withTyped([], 'tea café go')).toEqual({ labels: ['tea'], left: 'café go', refusal: 'characters' });
    expect(withTyped(['tea'], 'tea')).toEqual({ labels: ['tea'], left: 'tea', refusal: 'twice' });
    expect(withTyped([], 'x'.repeat(65)).refusal).toBe('length');
    const full = Array.from({ length: 64 }, (_, i) => `c${i}`);
    expect(withTyped(full, 'one-more')).toEqual({ labels: full, left: 'one-more', refusal: 'full' });
  });
});
