/** Validates capability labels as the user types them. */
import { limits } from '../../shared/community/limits.ts';

/** Why a label was not added. */
export type Refusal = 'characters' | 'length' | 'twice' | 'full';

/** Adds the labels in `typed`, separated by spaces or commas. `left`: the first refused label and all after it. */
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
