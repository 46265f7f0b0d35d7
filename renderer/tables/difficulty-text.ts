import { useTranslation } from 'react-i18next';
import { visible } from '../../shared/peer-text.ts';
import { useLabels } from '../core/use-labels.ts';

const knownLevels = ['easy', 'steady', 'sharp'] as const;

/** Names of the difficulty levels of a protocol's hooks: Parlor's texts for the common levels, the protocol's labels for others. */
export function useDifficultyText(protocol_id: string): {
  of(level: string): string;
  sorted(levels: readonly string[]): string[];
} {
  const { t } = useTranslation('tables');
  const labels = useLabels(protocol_id);
  return {
    of(level) {
      const name = knownLevels.find((known) => known === level);
      return name ? t(`manner.${name}`) : visible(labels.value(level)).replaceAll('_', ' ');
    },
    /** Easiest first if all of them are known levels. */
    sorted: (levels) =>
      levels.every((level) => knownLevels.some((known) => known === level))
        ? knownLevels.filter((level) => levels.includes(level))
        : [...levels],
  };
}
