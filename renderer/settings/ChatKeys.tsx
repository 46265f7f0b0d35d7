import { useTranslation } from 'react-i18next';
import { useApp } from '../core/context.tsx';
import { Toggle } from '../ui/Toggle.tsx';
import { SettingRow } from './Section.tsx';

/** Whether Enter sends a message of a chat. */
export function ChatKeys({ onChange }: { onChange(change: { enter_sends: boolean }): void }) {
  const { t } = useTranslation('settings');
  const on = useApp((app) => app.settings.enter_sends);
  return (
    <SettingRow label={t('enter_sends')} note={t('enter_sends_note')}>
      <Toggle label={t('enter_sends')} on={on} onChange={(enter_sends) => onChange({ enter_sends })} />
    </SettingRow>
  );
}
