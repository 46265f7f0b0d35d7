import { IconBell, IconBellOff, IconPlayerPlay } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { soundLevels } from '../../shared/bridge/contract.ts';
import { useApp } from '../core/context.tsx';
import { useNotificationPermission } from '../notices/permission.ts';
import { cues, notesOf } from '../sounds/cues.ts';
import { playNotes } from '../sounds/player.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Segments } from '../ui/Segments.tsx';
import { Toggle } from '../ui/Toggle.tsx';
import { SettingRow, SettingsSection } from './Section.tsx';
import { useChangeSettings } from './use-change-settings.tsx';

const kinds = ['notify_turn', 'notify_guest', 'notify_letter', 'notify_result'] as const;

/** Notifications and sounds. */
export function Notifications() {
  const { t } = useTranslation('settings');
  const settings = useApp((app) => app.settings);
  const web = useApp((app) => app.shell === 'web');
  const { change, outcome } = useChangeSettings();
  return (
    <SettingsSection title={t('section.notices')} lead={t('notice.lead')}>
      <Card>
        <SettingRow label={t('notice.sounds.label')} note={t('notice.sounds.note')}>
          <Segments
            label={t('notice.sounds.label')}
            value={settings.sounds}
            options={soundLevels.map((value) => ({ value, label: t(`notice.sounds.${value}`) }))}
            onChange={(sounds) => {
              playNotes(notesOf('turn', sounds));
              change({ sounds });
            }}
          />
        </SettingRow>
        {settings.sounds !== 'off' && (
          <SettingRow label={t('notice.sounds.hear')}>
            <span className="row wrap">
              {cues.map((cue) => (
                <Button key={cue} size="sm" data-cue={cue} onClick={() => playNotes(notesOf(cue, settings.sounds))}>
                  <IconPlayerPlay size={15} stroke={1.75} aria-hidden="true" />
                  {t(`notice.sounds.cue.${cue}`)}
                </Button>
              ))}
            </span>
          </SettingRow>
        )}
      </Card>
      {web && <BrowserPermission />}
      <Card>
        {kinds.map((kind) => (
          <SettingRow key={kind} label={t(`notice.${kind}.label`)} note={t(`notice.${kind}.note`)}>
            <Toggle label={t(`notice.${kind}.label`)} on={settings[kind]} onChange={(on) => change({ [kind]: on })} />
          </SettingRow>
        ))}
      </Card>
      {outcome}
    </SettingsSection>
  );
}

/** The browser's notification permission. */
function BrowserPermission() {
  const { t } = useTranslation('settings');
  const { permission, request } = useNotificationPermission();
  const Icon = permission === 'granted' ? IconBell : IconBellOff;
  return (
    <Card>
      <div className="row wrap gap3">
        <Icon size={22} stroke={1.75} className={permission === 'granted' ? 'good' : 'warn'} aria-hidden="true" />
        <div className="grow">
          <b>{t(`notice.leave.${permission}.title`)}</b>
          <p className="small dim">{t(`notice.leave.${permission}.note`)}</p>
        </div>
        {permission === 'default' && <Button onClick={request}>{t('notice.leave.ask')}</Button>}
      </div>
    </Card>
  );
}
