import { IconAlertTriangle } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CommunityTest } from '../../shared/bridge/contract.ts';
import { ProblemLine } from '../identity/ProblemLine.tsx';
import { fieldWords, roundTrip } from '../look/format.ts';
import { visible } from '../look/peer-text.ts';
import { TextButton } from '../look/TextButton.tsx';
import { limitLines } from './limits.ts';
import styles from './Settings.module.css';

/** What an address said when it was asked. */
export function CommunityFound({ found }: { found: CommunityTest }) {
  const { t, i18n } = useTranslation('settings');
  const [all, setAll] = useState(false);
  const id = useId();
  if (found.problem) return <ProblemLine problem={found.problem} />;
  const limits = limitLines(found.limits ?? {});
  const skew = Math.round(Math.abs(found.clock_offset_ms ?? 0) / 1000);
  const number = new Intl.NumberFormat(i18n.language);
  return (
    <div className={styles.facts} data-testid="found">
      <dl className={styles.found}>
        <dt>{t('found.says')}</dt>
        <dd>{visible(`${found.name ?? ''} ${found.version ?? ''}`.trim())}</dd>
        <dt>{t('found.answers')}</dt>
        <dd>{t('found.in', { time: roundTrip(found.answered_ms ?? 0) })}</dd>
        <dt>{t('found.clock')}</dt>
        <dd>{skew <= 1 ? t('found.clock_agrees') : t('found.clock_off', { count: skew })}</dd>
        {limits.map(({ id: limit, ...values }) => (
          <div key={limit} style={{ display: 'contents' }}>
            <dt>{t(`limit.${limit}.name`)}</dt>
            <dd>{t(`limit.${limit}.value`, values)}</dd>
          </div>
        ))}
      </dl>
      {found.needs_consent && (
        <p className="row top small warn" style={{ marginTop: 8 }}>
          <IconAlertTriangle size={17} stroke={1.75} aria-hidden="true" />
          <span>{t('plain_http.note')}</span>
        </p>
      )}
      {found.limits && (
        <TextButton aria-expanded={all} aria-controls={id} onClick={() => setAll(!all)}>
          {t(all ? 'found.fewer' : 'found.all')}
        </TextButton>
      )}
      {all && (
        <dl id={id} className={styles.found} style={{ marginTop: 8 }}>
          {Object.entries(found.limits ?? {}).map(([name, value]) => (
            <div key={name} style={{ display: 'contents' }}>
              <dt>{visible(fieldWords(name))}</dt>
              <dd>{typeof value === 'number' ? number.format(value) : t('found.no_limit')}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
