import { useTranslation } from 'react-i18next';
import { leftOf } from './letters.ts';

/** The time from now until then in words, in hours or in the last one in minutes; null when it is over. */
export function useSpan(): (until: number, now: number) => string | null {
  const { t } = useTranslation('inbox');
  return (until, now) => {
    const left = leftOf(until, now);
    return left && t(`in.${left.unit}`, { count: left.count });
  };
}
