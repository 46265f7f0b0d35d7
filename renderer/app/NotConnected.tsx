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
  reason: 'lost' | 'link' | 'replaced' | 'foreign';
  code?: string;
  onTakeOver?: () => void;
}

/** Shown while the window can't reach main: why, and how to reconnect. */
export function NotConnected({ reason, code, onTakeOver }: NotConnectedProps) {
  const { t } = useTranslation();
  return (
    <main className={styles.page}>
      <Logo size={36} />
      <h1>{t(`gone.${reason}.title`)}</h1>
      <p className="measure dim">{t(`gone.${reason}.body`)}</p>
      {reason === 'link' && (
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
      {reason === 'link' && <p className="measure small faint">{t('gone.link.folder')}</p>}
      {reason === 'lost' && <Button onClick={() => window.location.reload()}>{t('gone.lost.again')}</Button>}
      {(reason === 'replaced' || reason === 'foreign') && (
        <Button variant="primary" autoFocus onClick={onTakeOver}>
          {t(`gone.${reason}.here`)}
        </Button>
      )}
      {code && (reason === 'lost' || reason === 'link') && (
        <span className="faint">
          <CopyButton value={code} />
        </span>
      )}
    </main>
  );
}
