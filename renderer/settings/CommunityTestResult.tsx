import { IconAlertTriangle } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CommunityTest } from '../../shared/bridge/contract.ts';
import { escapeInvisible } from '../../shared/peer-text.ts';
import { humanize } from '../../shared/protocol/labels.ts';
import { formatRoundTrip } from '../ui/format.ts';
import { ProblemLine } from '../ui/ProblemLine.tsx';
import { TextButton } from '../ui/TextButton.tsx';
import styles from './CommunityTestResult.module.css';
import { limitLines } from './community-limits.ts';

/** Takes as much space as the outcome usually does, so that nothing below it moves. */
export function CommunityTestPending() {
  const { t } = useTranslation('settings');
  return (
    <p className={`${styles.pending} small dim`} role="status">
      {t('community.testing')}
    </p>
  );
}

/** The outcome of testing a community. */
export function CommunityTestResult({ result }: { result: CommunityTest }) {
  const { t, i18n } = useTranslation('settings');
  const [showAll, setShowAll] = useState(false);
  const id = useId();
  if (result.problem) return <ProblemLine problem={result.problem} />;
  const limits = limitLines(result.limits ?? {});
  const skew = Math.round(Math.abs(result.clock_offset_ms ?? 0) / 1000);
  const number = new Intl.NumberFormat(i18n.language);
  return (
    <div className="col" data-testid="found">
      <dl className={styles.details}>
        <dt>{t('found.says')}</dt>
        <dd>{escapeInvisible(`${result.name ?? ''} ${result.version ?? ''}`.trim())}</dd>
        <dt>{t('found.answers')}</dt>
        <dd>{t('found.in', { time: formatRoundTrip(result.answered_ms ?? 0) })}</dd>
        <dt>{t('found.clock')}</dt>
        <dd>{skew <= 1 ? t('found.clock_agrees') : t('found.clock_off', { count: skew })}</dd>
        {limits.map(({ id: limit, ...values }) => (
          <div key={limit} style={{ display: 'contents' }}>
            <dt>{t(`limit.${limit}.name`)}</dt>
            <dd>{t(`limit.${limit}.value`, values)}</dd>
          </div>
        ))}
      </dl>
      {result.needs_consent && (
        <p className="row top small warn">
          <IconAlertTriangle size={17} stroke={1.75} aria-hidden="true" />
          <span>{t('plain_http.note')}</span>
        </p>
      )}
      {result.limits && (
        <TextButton className="start" aria-expanded={showAll} aria-controls={id} onClick={() => setShowAll(!showAll)}>
          {t(showAll ? 'found.fewer' : 'found.all')}
        </TextButton>
      )}
      {showAll && (
        <dl id={id} className={styles.details}>
          {Object.entries(result.limits ?? {}).map(([name, value]) => (
            <div key={name} style={{ display: 'contents' }}>
              <dt>{escapeInvisible(humanize(name))}</dt>
              <dd>{typeof value === 'number' ? number.format(value) : t('found.no_limit')}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
