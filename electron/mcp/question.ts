/** The open question of a table as a client sees it, and the answers it may give. */
import type { OpenQuestion, Releases } from '../../shared/bridge/contract.ts';
import { sha256Hex } from '../../shared/signing/hash.ts';
import { leftMs } from '../../shared/tables/clocks.ts';
import type { Answer } from '../../shared/tables/hooks.ts';
import { authorText, enumIndex, isToken, type Rules } from './present-protocol.ts';

const shownKey = (key: string): string => (isToken(key) ? key : `q:${sha256Hex(key).slice(0, 16)}`);

/** Replaces values that are not tokens with numbers: their index in the protocol's enum, or else among the choices. */
function presentValues(rules: Rules, { choices }: Pick<OpenQuestion, 'choices'>): Answer[] {
  const isPlain = (value: Answer) => typeof value !== 'string' || isToken(value);
  const values = choices.map(({ value }) => (isPlain(value) ? value : (enumIndex(rules, value as string) ?? -1)));
  const isDistinct = new Set(values).size === values.length && !values.includes(-1);
  return isDistinct ? values : choices.map(({ value }, index) => (isPlain(value) ? value : index));
}

/**
 * `ask` has its times on this process's monotonic clock (session.ts). Prompts, labels and hints come from local hooks, which may quote the spec: for another author's protocol they are treated like its
 * other texts.
 */
export function presentQuestion(rules: Rules, ask: OpenQuestion, releases: Releases) {
  const { entry = null, deadline_at, fallback_at = deadline_at } = ask;
  const left_ms = fallback_at === null ? null : Math.round(leftMs(fallback_at, performance.now()));
  const values = presentValues(rules, ask);
  const defaultPrompt = entry?.type === 'text' ? 'Write a text.' : 'Choose a value.';
  return {
    key: shownKey(ask.key),
    prompt: authorText(rules, ask.prompt, releases) ?? defaultPrompt,
    choices: ask.choices.map(({ label, hint }, index) => {
      const value = values[index]!;
      const shownHint = authorText(rules, hint, releases);
      return {
        value,
        label: authorText(rules, label, releases) ?? String(value),
        ...(shownHint === null ? {} : { hint: shownHint }),
      };
    }),
    entry,
    left_ms,
    deadline_at: left_ms === null ? null : Date.now() + left_ms,
  };
}

/** Translates an answer from the key and values that `presentQuestion` showed to those of the question. */
export function restoreAnswer(
  rules: Rules,
  ask: OpenQuestion | null,
  shownAnswer: { key: string; value: Answer },
): { key: string; value: Answer } {
  if (ask === null || shownKey(ask.key) !== shownAnswer.key) return shownAnswer;
  const index = presentValues(rules, ask).indexOf(shownAnswer.value);
  return { key: ask.key, value: ask.choices[index]?.value ?? shownAnswer.value };
}
