import { useTranslation } from 'react-i18next';
import { Tag } from '../ui/Tag.tsx';

/** In a list: the protocol's author advises against new tables. */
export function DeprecatedTag() {
  const { t } = useTranslation('hosting');
  return <Tag tone="bad">{t('deprecated.tag')}</Tag>;
}
