import { useTranslation } from 'react-i18next';
import { useApp } from '../core/context.tsx';
import { formatShortcut, shortcuts } from '../core/shortcuts.ts';
import { Button } from '../ui/Button.tsx';
import { TitledDialog } from '../ui/Dialog.tsx';
import styles from './Palette.module.css';

type Group = keyof typeof shortcuts;
/** The name of a shortcut; its text is `palette:does.<name>`. */
type ShortcutName = { [group in Group]: keyof (typeof shortcuts)[group] }[Group];

/** Values whose text is translated: `palette:key.<id>`. */
const translatedKeys = ['up_down', 'letters', 'enter_esc', 'left_right', 'up_down_only', 'home_end', 'space'] as const;
const isTranslated = (keys: string): keys is (typeof translatedKeys)[number] =>
  translatedKeys.some((key) => key === keys);

/** The list of shortcuts in this shell. */
export function ShortcutsDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('palette');
  const web = useApp((app) => app.shell === 'web');
  const textOf = (keys: string) => (isTranslated(keys) ? t(`key.${keys}`) : formatShortcut(keys, web));
  return (
    <TitledDialog
      title={t('keys_title')}
      headerEnd={
        <Button size="sm" className="end" data-autofocus onClick={onClose}>
          {t('close')}
        </Button>
      }
      size={760}
      onClose={onClose}
    >
      <div className={styles.keys}>
        {(Object.keys(shortcuts) as Group[]).map((group) => (
          <section key={group}>
            <h3>{t(`keys_where.${group}`)}</h3>
            <dl>
              {(Object.entries(shortcuts[group]) as [ShortcutName, string][]).map(([name, keys]) => (
                <div key={name} className="row gap3">
                  <dt>{textOf(keys)}</dt>
                  <dd>{t(`does.${name}`)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </TitledDialog>
  );
}
