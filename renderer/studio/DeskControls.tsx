import { useTranslation } from 'react-i18next';
import { Segments } from '../look/Segments.tsx';
import { Select } from '../look/Select.tsx';
import { locales, type Size, sizes, useDesk } from './desk.ts';
import styles from './Studio.module.css';
import { useSurroundings } from './surroundings.ts';

/** What both boards are told about their reader, and how much room they have. */
export function DeskControls() {
  const { t } = useTranslation('studio');
  const { locale, size } = useDesk();
  const { theme, still } = useSurroundings();
  const sizeNames = Object.keys(sizes) as Size[];
  return (
    <div className={styles.desk}>
      <Segments
        label={t('theme.label')}
        value={theme}
        options={(['light', 'dark'] as const).map((value) => ({ value, label: t(`theme.${value}`) }))}
        onChange={(value) => useDesk.setState({ theme: value })}
      />
      <Segments
        label={t('motion.label')}
        value={still ? 'still' : 'motion'}
        options={(['motion', 'still'] as const).map((value) => ({ value, label: t(`motion.${value}`) }))}
        onChange={(value) => useDesk.setState({ still: value === 'still' })}
      />
      <Select
        label={t('locale.label')}
        value={locale}
        options={locales.map((value) => ({ value, label: t(`locale.${value}`) }))}
        onChange={(value) => useDesk.setState({ locale: value })}
      />
      <Select
        label={t('size.label')}
        value={size}
        options={sizeNames.map((value) => ({ value, label: t(`size.${value}`, { ...sizes[value] }) }))}
        onChange={(value) => useDesk.setState({ size: value })}
      />
    </div>
  );
}
