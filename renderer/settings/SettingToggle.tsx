import { useTranslation } from 'react-i18next';
import { useApp } from '../core/context.tsx';
import { Toggle } from '../ui/Toggle.tsx';
import { SettingRow } from './Section.tsx';

type Name = 'confirm_moves' | 'enter_sends' | 'remark_texts';

interface SettingToggleProps {
  name: Name;
  onChange(change: Partial<Record<Name, boolean>>): void;
}

/** A setting that is on or off, with its note. */
export function SettingToggle({ name, onChange }: SettingToggleProps) {
  const { t } = useTranslation('settings');
  const on = useApp((app) => app.settings[name]);
  return (
    <SettingRow label={t(name)} note={t(`${name}_note`)}>
      <Toggle label={t(name)} on={on} onChange={(next) => onChange({ [name]: next })} />
    </SettingRow>
  );
}
