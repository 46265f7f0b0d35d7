import { useTranslation } from 'react-i18next';
import type { JsonObject } from '../../shared/json/value.ts';
import { namedPaceOf, type Pace } from '../../shared/protocol/pace.ts';

interface PaceText {
  /** `30 s`, `5 min`. */
  duration(seconds: number): string;
  /** `Quick · 30 s a move`. */
  pace(pace: Pace): string;
  /** The named pace in a table's options; empty if there is none. */
  forOptions(options: { [name: string]: unknown }): string;
}

/** Texts about a table's pace. */
export function usePaceText(): PaceText {
  const { t } = useTranslation('lobby');
  const duration = (seconds: number) =>
    seconds > 120 && seconds % 60 === 0 ? t('pace.min', { count: seconds / 60 }) : t('pace.s', { count: seconds });
  const pace = ({ name, seconds }: Pace) => t('pace.of', { name: t(`pace.${name}`), time: duration(seconds) });
  return {
    duration,
    pace,
    forOptions: (options) => {
      const pacePreset = namedPaceOf(options as JsonObject);
      return pacePreset ? pace(pacePreset) : '';
    },
  };
}
