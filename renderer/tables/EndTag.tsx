import { useTranslation } from 'react-i18next';
import type { TableEndName } from '../../shared/bridge/contract.ts';
import { Tag } from '../ui/Tag.tsx';

const tones = { won: 'good', lost: 'bad', drawn: undefined, unfinished: undefined } as const;

/** How a table ended, as a word; its colour only repeats it. */
export function EndTag({ end }: { end: TableEndName }) {
  const { t } = useTranslation('tables');
  const tone = tones[end];
  return <Tag {...(tone && { tone })}>{t(`filter.end.${end}`)}</Tag>;
}
