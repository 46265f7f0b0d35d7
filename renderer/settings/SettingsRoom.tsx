import { IconCertificate, IconEye } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Settings } from '../../shared/bridge/contract.ts';
import { useApp, useBridge } from '../app/context.tsx';
import { Page } from '../app/Page.tsx';
import { Button } from '../look/Button.tsx';
import { Card } from '../look/Card.tsx';
import { CopyButton } from '../look/CopyButton.tsx';
import { shortHash } from '../look/format.ts';
import { PersonLink } from '../look/PersonLink.tsx';
import { Quilt } from '../look/Quilt.tsx';
import { Segments } from '../look/Segments.tsx';
import { TrustCheckLine } from '../trust/TrustCheckLine.tsx';
import styles from './Settings.module.css';

/** Looks, language, and what keeps the key. */
export function SettingsRoom({ onWords }: { onWords(): void }) {
  const { t } = useTranslation('settings');
  const { t: frame } = useTranslation();
  const bridge = useBridge();
  const settings = useApp((app) => app.settings);
  const identity = useApp((app) => app.identity);
  const sign = useApp((app) => app.house_sign);
  const version = useApp((app) => app.version);
  const community = useApp((app) => app.community);
  const change = (changes: Partial<Settings>) => void bridge.app.set_settings(changes);
  const themes = ['system', 'light', 'dark'] as const;
  return (
    <Page title={frame('room.settings')}>
      <div className={styles.columns}>
        <div className={styles.stack}>
          {identity && (
            <Card title={t('identity')}>
              <div className="row" style={{ gap: 12 }}>
                <Quilt publicKey={identity.public_key} size={44} />
                <div className="grow">
                  <b>
                    <PersonLink person={identity} />
                  </b>
                  <div className="faint">
                    <CopyButton value={identity.public_key} shown={shortHash(identity.public_key)} />
                  </div>
                </div>
                <Button onClick={onWords}>
                  <IconEye size={17} stroke={1.75} aria-hidden="true" />
                  {t('show_words')}
                </Button>
              </div>
              <ul style={{ marginTop: 10 }}>
                <TrustCheckLine
                  state={identity.words_confirmed ? 'checked' : 'to_come'}
                  title={t(identity.words_confirmed ? 'words_done' : 'words_due')}
                  detail={t(identity.words_confirmed ? 'words_done_note' : 'words_due_note')}
                  evidence={[]}
                />
                <TrustCheckLine
                  state={identity.protection === 'plain' ? 'to_come' : 'checked'}
                  title={t(`protection.${identity.protection}.title`)}
                  detail={t(`protection.${identity.protection}.note`)}
                  evidence={[]}
                />
              </ul>
            </Card>
          )}
          <p className="row top small dim">
            <IconCertificate size={18} stroke={1.75} aria-hidden="true" />
            <span>
              {t('sign')} <b>{sign}</b>. {t('sign_note')}
            </span>
          </p>
        </div>
        <div className={styles.stack}>
          <Card title={t('looks')}>
            <Line label={t('theme')}>
              <Segments
                label={t('theme')}
                value={settings.theme}
                onChange={(theme) => change({ theme })}
                options={themes.map((value) => ({ value, label: t(`themes.${value}`) }))}
              />
            </Line>
            <Line label={t('language')}>
              <Segments
                label={t('language')}
                value={settings.locale === 'system' ? 'system' : 'en'}
                onChange={(locale) => change({ locale })}
                options={[
                  { value: 'system', label: t('languages.system') },
                  { value: 'en', label: t('languages.en') },
                ]}
              />
            </Line>
            <Line label={t('plain_first')} note={t('plain_first_note')}>
              <Segments
                label={t('plain_first')}
                value={settings.prefer_plain_view ? 'plain' : 'board'}
                onChange={(first) => change({ prefer_plain_view: first === 'plain' })}
                options={[
                  { value: 'board', label: t('first.board') },
                  { value: 'plain', label: t('first.plain') },
                ]}
              />
            </Line>
          </Card>
          <Card title={t('community')}>
            <p>
              <b>{community.name}</b> <span className="small faint mono">{community.url}</span>
            </p>
            <p className="small dim">{t(community.embedded ? 'embedded' : 'elsewhere')}</p>
          </Card>
          <p className="small faint">{t('version', { version })}</p>
        </div>
      </div>
    </Page>
  );
}

function Line({ label, note, children }: { label: string; note?: string; children: ReactNode }) {
  return (
    <div className={styles.line}>
      <span className="grow">
        <b>{label}</b>
        {note && <span className="small dim block">{note}</span>}
      </span>
      {children}
    </div>
  );
}
