import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useApp } from '../app/context.tsx';
import { Card } from '../look/Card.tsx';
import { CopyButton } from '../look/CopyButton.tsx';
import { Mark } from '../look/Wordmark.tsx';
import { Line, Part } from './Part.tsx';
import styles from './Settings.module.css';
import { sectionPath } from './sections.ts';

export function About() {
  const { t } = useTranslation('settings');
  const version = useApp((app) => app.version);
  const shell = useApp((app) => app.shell);
  return (
    <Part title={t('section.about')}>
      <Card>
        <div className={styles.person}>
          <Mark size={44} />
          <div className="grow">
            <h3>Parlor</h3>
            <p className="small dim measure">{t('about.what')}</p>
          </div>
        </div>
        <div style={{ marginTop: 12 }}>
          <Line label={t('about.version')} note={t(`about.shell.${shell === 'desktop' ? 'desktop' : 'web'}`)}>
            <CopyButton value={version} />
          </Line>
          <Line label={t('about.licence')} note={t('about.licence_note')}>
            <Link href={sectionPath('licences')}>{t('about.licences')}</Link>
          </Line>
          <Line label={t('about.data')} note={t('about.data_note')}>
            <Link href={sectionPath('storage')}>{t('section.storage')}</Link>
          </Line>
        </div>
      </Card>
    </Part>
  );
}
