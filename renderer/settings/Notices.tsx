import { IconBell, IconBellOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useApp, useBridge } from '../app/context.tsx';
import { Button } from '../look/Button.tsx';
import { Card } from '../look/Card.tsx';
import { Toggle } from '../look/Toggle.tsx';
import { useLeave } from '../notices/leave.ts';
import { Line, Part } from './Part.tsx';
import styles from './Settings.module.css';

const kinds = ['notify_turn', 'notify_guest', 'notify_letter', 'notify_result'] as const;

/** Of what Parlor gives notice while the person looks elsewhere. */
export function Notices() {
  const { t } = useTranslation('settings');
  const bridge = useBridge();
  const settings = useApp((app) => app.settings);
  const web = useApp((app) => app.shell === 'web');
  return (
    <Part title={t('section.notices')} lead={t('notice.lead')}>
      {web && <BrowserLeave />}
      <Card>
        {kinds.map((kind) => (
          <Line key={kind} label={t(`notice.${kind}.label`)} note={t(`notice.${kind}.note`)}>
            <Toggle
              label={t(`notice.${kind}.label`)}
              on={settings[kind]}
              onChange={(on) => void bridge.app.set_settings({ [kind]: on })}
            />
          </Line>
        ))}
      </Card>
    </Part>
  );
}

/** A browser shows notices of a page only where it was allowed to. */
function BrowserLeave() {
  const { t } = useTranslation('settings');
  const { leave, ask } = useLeave();
  const Icon = leave === 'granted' ? IconBell : IconBellOff;
  return (
    <Card>
      <div className={styles.person}>
        <Icon size={22} stroke={1.75} className={leave === 'granted' ? 'good' : 'warn'} aria-hidden="true" />
        <div className="grow">
          <b>{t(`notice.leave.${leave}.title`)}</b>
          <p className="small dim">{t(`notice.leave.${leave}.note`)}</p>
        </div>
        {leave === 'default' && <Button onClick={ask}>{t('notice.leave.ask')}</Button>}
      </div>
    </Card>
  );
}
