import { useTranslation } from 'react-i18next';
import type { JsonObject } from '../../shared/json/value.ts';
import { type Pace, paceNamed } from '../../shared/protocol/pace.ts';

interface PaceText {
  /** `30 s`, `5 min`. */
  time(seconds: number): string;
  /** `Quick · 30 s a move`. */
  pace(pace: Pace): string;
  /** The named pace in a table's options; empty if there is none. */
  ofOptions(options: { [name: string]: unknown }): string;
}

/** Texts about a table's pace. */
export function usePaceText(): PaceText {
  const { t } = useTranslation('lobby');
  const time = (seconds: number) =>
    seconds > 120 && seconds % 60 === 0 ? t('pace.min', { count: seconds / 60 }) : t('pace.s', { count: seconds });
  const pace = ({ name, seconds }: Pace) => t('pace.of', { name: t(`pace.${name}`), time: time(seconds) });
  return {
    time,
    pace,
    ofOptions: (options) => {
      const named = paceNamed(options as JsonObject);
      return named ? pace(named) : '';
    },
  };
}
