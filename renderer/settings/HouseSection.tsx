import { useTranslation } from 'react-i18next';
import type { HouseStrength } from '../../shared/bridge/contract.ts';
import { useApp } from '../core/context.tsx';
import { Card } from '../ui/Card.tsx';
import { Segments } from '../ui/Segments.tsx';
import { Toggle } from '../ui/Toggle.tsx';
import { SettingRow, SettingsSection } from './Section.tsx';
import { useChangeSettings } from './use-change-settings.tsx';

const strengths: HouseStrength[] = ['every', 'easy', 'steady', 'sharp'];

/** House players: whether they offer tables, and their strength. */
export function HouseSection() {
  const { t } = useTranslation('settings');
  const { house_on, house_strength } = useApp((app) => app.settings);
  const embedded = useApp((app) => app.community.embedded);
  const { change, outcome } = useChangeSettings();
  return (
    <SettingsSection title={t('section.house')} lead={t('house.lead')}>
      <Card>
        <SettingRow label={t('house.on')} note={t('house.on_note')}>
          <Toggle label={t('house.on')} on={house_on} onChange={(on) => change({ house_on: on })} />
        </SettingRow>
        <SettingRow label={t('house.strength')} note={t(`house.note.${house_strength}`)}>
          <Segments
            label={t('house.strength')}
            value={house_strength}
            disabled={!house_on}
            options={strengths.map((value) => ({ value, label: t(`house.is.${value}`) }))}
            onChange={(strength) => change({ house_strength: strength })}
          />
        </SettingRow>
      </Card>
      {outcome}
      <p className="small dim measure">{t('house.at_once')}</p>
      {!embedded && <p className="small dim measure">{t('house.elsewhere')}</p>}
    </SettingsSection>
  );
}
