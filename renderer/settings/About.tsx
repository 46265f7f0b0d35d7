import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useApp } from '../core/context.tsx';
import { Card } from '../ui/Card.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Logo } from '../ui/Logo.tsx';
import { OwnLicence } from './Licences.tsx';
import { SettingRow, SettingsSection } from './Section.tsx';
import { sectionPath } from './sections.ts';

/** The version, the licences, and where the data is. */
export function About() {
  const { t } = useTranslation('settings');
  const version = useApp((app) => app.version);
  const shell = useApp((app) => app.shell);
  return (
    <SettingsSection title={t('section.about')}>
      <Card bodyClassName="col gap3">
        <div className="row wrap gap3">
          <Logo size={44} />
          <div className="grow">
            <h3>Parlor</h3>
            <p className="small dim measure">{t('about.what')}</p>
          </div>
        </div>
        <div>
          <SettingRow label={t('about.version')} note={t(`about.shell.${shell === 'desktop' ? 'desktop' : 'web'}`)}>
            <CopyButton value={version} />
          </SettingRow>
          <SettingRow label={t('about.licence')} note={t('about.licence_note')}>
            <Link href={sectionPath('licences')}>{t('about.licences')}</Link>
          </SettingRow>
          <SettingRow label={t('about.data')} note={t('about.data_note')}>
            <Link href={sectionPath('storage')}>{t('section.storage')}</Link>
          </SettingRow>
        </div>
        <OwnLicence />
      </Card>
    </SettingsSection>
  );
}
