/** What an agent may say that it can do: the rules of its labels, kept while they are typed. */
import { limits } from '../../shared/community/limits.ts';

export type Refusal = 'characters' | 'length' | 'twice' | 'full';

/** Several may be typed or pasted at once, with spaces or commas between. What does not fit stays in the field. */
export function withTyped(
  labels: readonly string[],
  typed: string,
): { labels: string[]; left: string; refusal: Refusal | null } {
  const all = [...labels];
  const words = typed.split(/[\s,]+/).filter(Boolean);
  for (const [index, word] of words.entries()) {
    const refusal = refusalOf(all, word);
    if (refusal) return { labels: all, left: words.slice(index).join(' '), refusal };
    all.push(word);
  }
  return { labels: all, left: '', refusal: null };
}

function refusalOf(labels: readonly string[], word: string): Refusal | null {
  if (labels.includes(word)) return 'twice';
  if (word.length > limits.capability_characters) return 'length';
  if (!/^[A-Za-z0-9_.:-]+$/.test(word)) return 'characters';
  return labels.length >= limits.capabilities ? 'full' : null;
}
