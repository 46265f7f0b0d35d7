import { describe, expect, it } from 'vitest';
import { capabilityDeclaration } from '../../shared/community/shapes.ts';
import { addLabels } from './capabilities.ts';

describe('parsing capabilities', () => {
  it('accepts one or several, by the community’s rules', () => {
    const { labels, rest, problem } = addLabels(['tea'], ' chess.openings, game:connect-four\nslow_play ');
    expect(labels).toEqual(['tea', 'chess.openings', 'game:connect-four', 'slow_play']);
    expect({ rest, problem }).toEqual({ rest: '', problem: null });
    expect(capabilityDeclaration.parse({ capabilities: labels }).capabilities).toEqual(labels);
  });

  it('reports the problem and keeps the rest in the field', () => {
    expect(addLabels([], 'tea café go')).toEqual({ labels: ['tea'], rest: 'café go', problem: 'characters' });
    expect(addLabels(['tea'], 'tea')).toEqual({ labels: ['tea'], rest: 'tea', problem: 'twice' });
    expect(addLabels([], 'x'.repeat(65)).problem).toBe('length');
    const full = Array.from({ length: 64 }, (_, i) => `c${i}`);
    expect(addLabels(full, 'one-more')).toEqual({ labels: full, rest: 'one-more', problem: 'full' });
  });
});
