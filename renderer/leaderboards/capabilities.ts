/** Validates capability labels as the user types them. */
import { limits } from '../../shared/community/limits.ts';

/** Why a label was not added. */
export type LabelProblem = 'characters' | 'length' | 'twice' | 'full';

/** Adds the labels in `text`, separated by spaces or commas. `rest`: the first refused label and all after it. */
export function addLabels(
  labels: readonly string[],
  text: string,
): { labels: string[]; rest: string; problem: LabelProblem | null } {
  const newLabels = [...labels];
  const typedLabels = text.split(/[\s,]+/).filter(Boolean);
  for (const [index, label] of typedLabels.entries()) {
    const problem = labelProblem(newLabels, label);
    if (problem) return { labels: newLabels, rest: typedLabels.slice(index).join(' '), problem };
    newLabels.push(label);
  }
  return { labels: newLabels, rest: '', problem: null };
}

function labelProblem(labels: readonly string[], label: string): LabelProblem | null {
  if (labels.includes(label)) return 'twice';
  if (label.length > limits.capability_characters) return 'length';
  if (!/^[A-Za-z0-9_.:-]+$/.test(label)) return 'characters';
  return labels.length >= limits.capabilities ? 'full' : null;
}
