import { useTranslation } from 'react-i18next';
import type { Permissions } from '../../shared/bridge/contract.ts';
import { Select } from '../ui/Select.tsx';
import { Toggle } from '../ui/Toggle.tsx';
import styles from './PermissionFields.module.css';

const permissionNames = ['play_unrated', 'play_rated', 'host', 'read_messages', 'send_messages'] as const;
const limitChoices = { tables_at_once: [1, 2, 4, 8, 16], games_per_hour: [6, 12, 30, 60, 120] } as const;

/** Whether a client with these permissions may do anything at all. */
export const allowsAnything = (permissions: Permissions): boolean =>
  permissionNames.some((action) => permissions[action]);

interface PermissionFieldsProps {
  permissions: Permissions;
  onChange(permissions: Permissions): void;
}

/** Switches for what a client may do, and its limits. */
export function PermissionFields({ permissions, onChange }: PermissionFieldsProps) {
  const { t } = useTranslation('clients');
  return (
    <div className={styles.fields}>
      {permissionNames.map((action) => (
        <div key={action} className={styles.field}>
          <span>
            <b className="block">{t(`may.${action}`)}</b>
            <span className="small dim block">{t(`may_note.${action}`)}</span>
          </span>
          <Toggle
            label={t(`may.${action}`)}
            on={permissions[action]}
            onChange={(on) => onChange({ ...permissions, [action]: on })}
          />
        </div>
      ))}
      {(['tables_at_once', 'games_per_hour'] as const).map((limit) => (
        <div key={limit} className={styles.field}>
          <b>{t(`limit.${limit}`)}</b>
          <Select
            label={t(`limit.${limit}`)}
            value={String(permissions[limit])}
            options={choicesWith(limitChoices[limit], permissions[limit]).map((count) => ({
              value: String(count),
              label: String(count),
            }))}
            onChange={(count) => onChange({ ...permissions, [limit]: Number(count) })}
          />
        </div>
      ))}
    </div>
  );
}

/** Includes the current value, since the command line can set any number. */
const choicesWith = (choices: readonly number[], current: number): number[] =>
  [...new Set([...choices, current])].sort((a, b) => a - b);
