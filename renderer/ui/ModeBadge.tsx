import { IconRobot, IconUser, IconUserBolt } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ControlMode } from '../../shared/tables/hooks.ts';
import styles from './ModeBadge.module.css';

export const modeIcons = { human: IconUser, hybrid: IconUserBolt, autonomous: IconRobot };

interface ModeBadgeProps {
  mode: ControlMode;
  /** The mode is only what the peer claims: the border is dashed, and the text says so. */
  claimed: boolean;
  onWood?: boolean;
  /** Instead of the mode's name. */
  label?: string;
}

export function ModeBadge({ mode, claimed, onWood = false, label }: ModeBadgeProps) {
  const { t } = useTranslation();
  const Icon = modeIcons[mode];
  const classes = [styles.mode, styles[mode], claimed && styles.claimed, onWood && styles.onWood];
  return (
    <span className={classes.filter(Boolean).join(' ')}>
      <Icon size={14} stroke={2} aria-hidden="true" />
      {label ?? (claimed ? t('mode.says', { mode: t(`mode.${mode}`) }) : t(`mode.${mode}`))}
    </span>
  );
}
