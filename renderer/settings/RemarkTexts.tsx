import { useTranslation } from 'react-i18next';
import { useApp } from '../core/context.tsx';
import { Toggle } from '../ui/Toggle.tsx';
import { SettingRow } from './Section.tsx';

/** Whether texts beside games are allowed at every table. */
export function RemarkTexts({ onChange }: { onChange(change: { remark_texts: boolean }): void }) {
  const { t } = useTranslation('settings');
  const on = useApp((app) => app.settings.remark_texts);
  return (
    <SettingRow label={t('remark_texts')} note={t('remark_texts_note')}>
      <Toggle label={t('remark_texts')} on={on} onChange={(remark_texts) => onChange({ remark_texts })} />
    </SettingRow>
  );
}
