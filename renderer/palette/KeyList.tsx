import { useTranslation } from 'react-i18next';
import { useApp } from '../app/context.tsx';
import { Button } from '../look/Button.tsx';
import { keysHere } from './commands.ts';
import { Dialog } from './Dialog.tsx';
import styles from './Palette.module.css';

const everywhere = [
  ['Ctrl K', 'palette'],
  ['?', 'keys'],
  ['Ctrl 1 … 6', 'rooms'],
  ['Ctrl ,', 'settings'],
  ['Ctrl N', 'host'],
  ['Ctrl Z', 'undo'],
  ['F6', 'region'],
  ['Alt ← →', 'history'],
] as const;
const lists = [
  ['Ctrl F', 'filter'],
  ['up_down', 'move'],
  ['letters', 'name'],
  ['enter_esc', 'open'],
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
const places = { everywhere, lists, table };

/** The keys, as they are in this shell. */
export function KeyList({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('palette');
  const web = useApp((app) => app.shell === 'web');
  const written = (keys: string) =>
    keys === 'up_down' || keys === 'letters' || keys === 'enter_esc' ? t(`key.${keys}`) : keysHere(keys, web);
  return (
    <Dialog label={t('keys_title')} size={760} onClose={onClose}>
      <div className={styles.pad}>
        <div className="row">
          <h2>{t('keys_title')}</h2>
          {web && <span className="small dim">{t('keys_web')}</span>}
          <Button size="sm" className="end" data-autofocus onClick={onClose}>
            {t('close')}
          </Button>
        </div>
        <div className={styles.keys}>
          {(Object.keys(places) as (keyof typeof places)[]).map((place) => (
            <section key={place}>
              <h3>{t(`keys_where.${place}`)}</h3>
              <dl>
                {places[place].map(([keys, does]) => (
                  <div key={does}>
                    <dt>{written(keys)}</dt>
                    <dd>{t(`does.${does}`)}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
      </div>
    </Dialog>
  );
}
