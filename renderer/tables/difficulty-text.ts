import { useTranslation } from 'react-i18next';
import { escapeInvisible } from '../../shared/peer-text.ts';
import { useLabels } from '../core/use-labels.ts';

const knownLevels = ['easy', 'steady', 'sharp'] as const;

/** Names of the difficulty levels of a protocol's hooks: Parlor's texts for the common levels, the protocol's labels for others. */
export function useDifficultyText(protocol_id: string): {
  nameOf(level: string): string;
  sort(levels: readonly string[]): string[];
} {
  const { t } = useTranslation('tables');
  const labels = useLabels(protocol_id);
  return {
    nameOf(level) {
      const name = knownLevels.find((knownLevel) => knownLevel === level);
      return name ? t(`manner.${name}`) : escapeInvisible(labels.value(level)).replaceAll('_', ' ');
    },
    /** Easiest first if all of them are known levels. */
    sort: (levels) =>
      levels.every((level) => knownLevels.some((knownLevel) => knownLevel === level))
        ? knownLevels.filter((level) => levels.includes(level))
        : [...levels],
  };
}
