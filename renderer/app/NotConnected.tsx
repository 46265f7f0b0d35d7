import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Logo } from '../ui/Logo.tsx';
import styles from './NotConnected.module.css';

export interface NotConnectedProps {
  /**
   * `lost`: main does not respond. `link`: this browser has no session. `replaced`: another window is in control.
   * `foreign`: the page was opened by another site.
   */
  why: 'lost' | 'link' | 'replaced' | 'foreign';
  code?: string;
  onTakeOver?: () => void;
}

/** Shown while the window can't reach main: why, and how to reconnect. */
export function NotConnected({ why, code, onTakeOver }: NotConnectedProps) {
  const { t } = useTranslation();
  return (
    <main className={styles.page}>
      <Logo size={36} />
      <h1>{t(`gone.${why}.title`)}</h1>
      <p className="measure dim">{t(`gone.${why}.body`)}</p>
      {why === 'link' && (
        <dl className={styles.commands}>
          <dt>{t('gone.link.installed')}</dt>
          <dd>
            <CopyButton value="parlor web --no-browser" />
          </dd>
          <dt>{t('gone.link.checkout')}</dt>
          <dd>
            <CopyButton value="npm run -s parlor -- web --no-browser" />
          </dd>
        </dl>
      )}
      {why === 'link' && <p className="measure small faint">{t('gone.link.folder')}</p>}
      {why === 'lost' && <Button onClick={() => window.location.reload()}>{t('gone.lost.again')}</Button>}
      {(why === 'replaced' || why === 'foreign') && (
        <Button look="primary" autoFocus onClick={onTakeOver}>
          {t(`gone.${why}.here`)}
        </Button>
      )}
      {code && (why === 'lost' || why === 'link') && (
        <span className="faint">
          <CopyButton value={code} />
        </span>
      )}
    </main>
  );
}
