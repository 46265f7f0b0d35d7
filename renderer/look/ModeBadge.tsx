import { IconRobot, IconUser, IconUserBolt } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ControlMode } from '../../shared/tables/hooks.ts';
import styles from './ModeBadge.module.css';

export const modeIcons = { human: IconUser, hybrid: IconUserBolt, autonomous: IconRobot };

interface ModeBadgeProps {
  mode: ControlMode;
  /** Solid edge: this computer knows. Dashed edge and "says": the peer claims it. */
  said: boolean;
  onWood?: boolean;
}

export function ModeBadge({ mode, said, onWood = false }: ModeBadgeProps) {
  const { t } = useTranslation('tables');
  const Icon = modeIcons[mode];
  const names = [styles.mode, styles[mode], said && styles.said, onWood && styles.onwood];
  return (
    <span className={names.filter(Boolean).join(' ')}>
      <Icon size={14} stroke={2} aria-hidden="true" />
      {said ? t('mode.says', { mode: t(`mode.${mode}`) }) : t(`mode.${mode}`)}
    </span>
  );
}
