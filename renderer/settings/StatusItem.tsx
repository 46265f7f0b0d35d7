import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './StatusItem.module.css';

const icons = {
  ok: { Icon: IconCircleCheck, tone: 'good' },
  advice: { Icon: IconAlertTriangle, tone: 'warn' },
  failed: { Icon: IconCircleX, tone: 'bad' },
  skipped: { Icon: IconCircleDashed, tone: 'faint' },
};

interface StatusItemProps {
  state: keyof typeof icons;
  title: ReactNode;
  detail: ReactNode;
  /** What to do about it. */
  remedy?: ReactNode;
  action?: ReactNode;
}

/** One item of a status list: its state, with an action at the right or a remedy below. */
export function StatusItem({ state, title, detail, remedy, action }: StatusItemProps) {
  const { t } = useTranslation('settings');
  const { Icon, tone } = icons[state];
  return (
    <li className={styles.fact} data-state={state}>
      <Icon size={20} stroke={1.75} className={tone} role="img" aria-label={t(`fact.${state}`)} />
      <b>{title}</b>
      {action ?? <span />}
      <p className="small dim">{detail}</p>
      {remedy && <p className={styles.remedy}>{remedy}</p>}
    </li>
  );
}
