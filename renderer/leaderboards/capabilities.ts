/** Capability labels and their limits. */
import { limits } from '../../shared/community/limits.ts';

export type Refusal = 'characters' | 'length' | 'twice' | 'full';

/** Adds labels separated by spaces or commas. Invalid ones stay in the input. */
export function withTyped(
  labels: readonly string[],
  typed: string,
): { labels: string[]; left: string; refusal: Refusal | null } {
  const all = [...labels];
  const typedLabels = typed.split(/[\s,]+/).filter(Boolean);
  for (const [index, label] of typedLabels.entries()) {
    const refusal = refusalOf(all, label);
    if (refusal) return { labels: all, left: typedLabels.slice(index).join(' '), refusal };
    all.push(label);
  }
  return { labels: all, left: '', refusal: null };
}

function refusalOf(labels: readonly string[], label: string): Refusal | null {
  if (labels.includes(label)) return 'twice';
  if (label.length > limits.capability_characters) return 'length';
  if (!/^[A-Za-z0-9_.:-]+$/.test(label)) return 'characters';
  return labels.length >= limits.capabilities ? 'full' : null;
}
