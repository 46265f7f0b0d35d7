import { IconCertificate } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp } from '../core/context.tsx';
import { Logo } from '../ui/Logo.tsx';
import { usePageTitle } from '../ui/Page.tsx';
import styles from './WelcomePage.module.css';

interface WelcomePageProps {
  title: string;
  lead: string;
  /** Shows the three steps of the first run. */
  showSteps?: boolean;
  children: ReactNode;
  foot?: ReactNode;
}

const steps = ['key', 'seat', 'play'] as const;

/** Layout of the pages before an identity is open: a side panel with the house sign, and the content. */
export function WelcomePage({ title, lead, showSteps = false, children, foot }: WelcomePageProps) {
  const { t } = useTranslation('identity');
  const houseSign = useApp((app) => app.house_sign);
  usePageTitle(title);
  return (
    <div className={styles.page}>
      <aside className={`${styles.side} col gap5 on-wood`} aria-label="Parlor">
        <div className={`${styles.wordmark} row gap3`}>
          <Logo size={36} />
          Parlor
        </div>
        {showSteps && (
          <ol className={`${styles.steps} col gap5`}>
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
        <div className={styles.houseSign}>
          <b className="row">
            <IconCertificate size={20} stroke={1.75} aria-hidden="true" />
            <bdi>{houseSign}</bdi>
          </b>
          {t('sign')}
        </div>
      </aside>
      <main className={`${styles.content} col gap5`}>
        <div className="col">
          <h1>{title}</h1>
          <p className="measure dim">{lead}</p>
        </div>
        {children}
        {foot !== undefined && <div className={`${styles.foot} row small faint`}>{foot}</div>}
      </main>
    </div>
  );
}
