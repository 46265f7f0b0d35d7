import { useTranslation } from 'react-i18next';
import { remainingTime } from './inbox-filters.ts';

/** Formats the remaining time in hours, or in minutes within the last hour; null once it is over. */
export function useTimeLeft(): (until: number, now: number) => string | null {
  const { t } = useTranslation('inbox');
  return (until, now) => {
    const remaining = remainingTime(until, now);
    return remaining && t(`in.${remaining.unit}`, { count: remaining.count });
  };
}
