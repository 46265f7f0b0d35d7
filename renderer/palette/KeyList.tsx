import { useTranslation } from 'react-i18next';
import { useApp } from '../core/context.tsx';
import { keysHere } from '../core/keys.ts';
import { Button } from '../ui/Button.tsx';
import { TitledDialog } from '../ui/Dialog.tsx';
import styles from './Palette.module.css';

const everywhere = [
  ['Ctrl K', 'palette'],
  ['?', 'keys'],
  ['Ctrl 1 … 6', 'rooms'],
  ['Ctrl ,', 'settings'],
  ['Ctrl N', 'host'],
  ['Ctrl T', 'turn'],
  ['Ctrl Z', 'undo'],
  ['F6', 'region'],
  ['Alt ← →', 'history'],
] as const;
const lists = [
  ['Ctrl F', 'filter'],
  ['up_down', 'move'],
  ['letters', 'name'],
  ['enter_esc', 'open'],
  ['Shift Enter', 'replay'],
  ['Delete', 'delete'],
  ['Ctrl Enter', 'send'],
] as const;
const table = [
  ['1 … 9', 'pick'],
  ['Enter', 'play'],
  ['Space', 'hold'],
  ['/', 'type'],
  ['Ctrl Shift P', 'plain'],
  ['Ctrl .', 'cover'],
  ['Ctrl Shift B', 'read'],
  ['Ctrl Shift R', 'resign'],
] as const;
const steps = [
  ['left_right', 'change'],
  ['up_down_only', 'message'],
  ['home_end', 'ends'],
  ['Space', 'run'],
  ['- +', 'speed'],
] as const;
const groups = { everywhere, lists, table, steps };
/** Keys whose names are translated. */
const named = ['up_down', 'letters', 'enter_esc', 'left_right', 'up_down_only', 'home_end'] as const;
const isNamed = (keys: string): keys is (typeof named)[number] => named.some((each) => each === keys);

/** The list of shortcuts in this shell. */
export function KeyList({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('palette');
  const web = useApp((app) => app.shell === 'web');
  const written = (keys: string) => (isNamed(keys) ? t(`key.${keys}`) : keysHere(keys, web));
  return (
    <TitledDialog
      title={t('keys_title')}
      beside={
        <>
          {web && <span className="small dim">{t('keys_web')}</span>}
          <Button size="sm" className="end" data-autofocus onClick={onClose}>
            {t('close')}
          </Button>
        </>
      }
      size={760}
      onClose={onClose}
    >
      <div className={styles.keys}>
        {(Object.keys(groups) as (keyof typeof groups)[]).map((group) => (
          <section key={group}>
            <h3>{t(`keys_where.${group}`)}</h3>
            <dl>
              {groups[group].map(([keys, does]) => (
                <div key={does} className="row gap3">
                  <dt>{written(keys)}</dt>
                  <dd>{t(`does.${does}`)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </TitledDialog>
  );
}
