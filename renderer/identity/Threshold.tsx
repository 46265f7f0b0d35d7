import { IconCertificate } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp } from '../app/context.tsx';
import { usePageTitle } from '../app/Page.tsx';
import { Mark } from '../look/Wordmark.tsx';
import styles from './Threshold.module.css';

interface ThresholdProps {
  title: string;
  lead: string;
  /** Shown at the first start only. */
  steps?: boolean;
  children: ReactNode;
  foot?: ReactNode;
}

const steps = ['key', 'seat', 'play'] as const;

/** The page before the rooms: the wood panel with the house sign, and at its right what is asked. */
export function Threshold({ title, lead, steps: withSteps = false, children, foot }: ThresholdProps) {
  const { t } = useTranslation('identity');
  const sign = useApp((app) => app.house_sign);
  usePageTitle(title);
  return (
    <div className={styles.page}>
      <aside className={`${styles.side} onwood`} aria-label="Parlor">
        <div className={styles.wordmark}>
          <Mark size={36} />
          Parlor
        </div>
        {withSteps && (
          <ol className={styles.steps}>
            {steps.map((step, index) => (
              <li key={step} className={styles.step} aria-current={index === 0 ? 'step' : undefined}>
                <span className={styles.number} aria-hidden="true">
                  {index + 1}
                </span>
                <span>
                  <b>{t(`steps.${step}.title`)}</b>
                  {t(`steps.${step}.body`)}
                </span>
              </li>
            ))}
          </ol>
        )}
        <div className={styles.sign}>
          <b>
            <IconCertificate size={20} stroke={1.75} aria-hidden="true" />
            {sign}
          </b>
          {t('sign')}
        </div>
      </aside>
      <main className={styles.in}>
        <div>
          <h1>{title}</h1>
          <p className={styles.lead}>{lead}</p>
        </div>
        {children}
        {foot !== undefined && <div className={`${styles.foot} small faint`}>{foot}</div>}
      </main>
    </div>
  );
}
