/** What an analysis says of a stop, in words. */
import { useTranslation } from 'react-i18next';
import type { Analysis, Table } from '../../../shared/bridge/contract.ts';
import { escapeInvisible } from '../../../shared/peer-text.ts';
import { type ReviewedMove, worthFor } from '../../../shared/tables/analysis.ts';
import type { LineStep } from '../../../shared/tables/hooks.ts';
import { useLabels } from '../../core/use-labels.ts';
import { useOutcomeText } from '../outcome-text.ts';
import { useSeats } from '../seats.ts';
import { isPassedOver, type Review, standingOf } from './review.ts';

/** `sentence`: the move and what would have been better. `detail`: how it stood before, and the best line. */
export function useStopText(table: Table, review: Review, analysis: Analysis) {
  const { t } = useTranslation('analysis');
  const { t: tApp } = useTranslation();
  const { onlooking, isOwn, nameOf } = useSeats(table);
  const labels = useLabels(table.protocol.protocol_id);
  const outcome = useOutcomeText();
  const labelOf = ({ label }: LineStep) => escapeInvisible(labels.text(label));
  const joined = (parts: string[]) => parts.reduce((first, second) => tApp('sentences', { first, second }));
  const lineText = (line: readonly LineStep[]) =>
    labels.list(
      line.map((step) => {
        const text = labelOf(step);
        return onlooking ? t('by', { name: nameOf(step.by), text }) : t(isOwn(step.by) ? 'you' : 'they', { text });
      }),
    );

  const findingText = ({ mark, wins, line: [best] }: ReviewedMove): string[] => {
    if (mark === null || !best) return [];
    return [t(wins ? 'wins' : 'better', { text: startingWith(labelOf(best)) })];
  };
  const detailText = (found: ReviewedMove): string => {
    const state = standingOf(worthFor(table.role, found));
    const standing = onlooking ? t(`standing_of.${state}`, { name: nameOf(table.role) }) : t(`standing.${state}`);
    // A good move stands in the sentence already; only what follows is new.
    const [key, line] = found.mark === null ? (['on', found.line.slice(1)] as const) : (['line', found.line] as const);
    const lines = line.length > (found.mark === null ? 0 : 1) ? [t(key, { line: lineText(line) })] : [];
    return joined([t('before', { standing }), ...lines]);
  };
  return (stop: number): { sentence: string; detail: string } => {
    const move = review.moves[stop];
    if (!move) return { sentence: outcome(table).line, detail: t('place_end') };
    const found = review.reviewed.get(move.number);
    const number = review.rows.get(move.number) ?? move.number;
    const params = { number, text: escapeInvisible(move.text), name: nameOf(move.by) };
    const played = t(isOwn(move.by) ? 'you_played' : 'played', params);
    if (!found)
      return { sentence: played, detail: t(isPassedOver(review, analysis.done, stop) ? 'unknown' : 'unjudged') };
    return { sentence: joined([played, ...findingText(found)]), detail: detailText(found) };
  };
}

/** A word at the start of a sentence; the names of cells stay as they are. */
const startingWith = (text: string) => (/^\p{Ll}{2}/u.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text);
