import { useTranslation } from 'react-i18next';
import { Button } from '../look/Button.tsx';
import { CopyButton } from '../look/CopyButton.tsx';
import { Mark } from '../look/Wordmark.tsx';
import styles from './NotConnected.module.css';

interface NotConnectedProps {
  /** `lost`: no answer at all. `link`: only the newest link opens it. `replaced`: another window took over. */
  why: 'lost' | 'link' | 'replaced';
  code?: string;
  onTakeOver?: () => void;
}

/** The window without its main: what happened, and the way back in. */
export function NotConnected({ why, code, onTakeOver }: NotConnectedProps) {
  const { t } = useTranslation();
  return (
    <main className={styles.page}>
      <Mark size={36} />
      <h1>{t(`gone.${why}.title`)}</h1>
      <p className="measure dim">{t(`gone.${why}.body`)}</p>
      {why === 'lost' && <Button onClick={() => window.location.reload()}>{t('gone.lost.again')}</Button>}
      {why === 'replaced' && (
        <Button look="primary" onClick={onTakeOver}>
          {t('gone.replaced.here')}
        </Button>
      )}
      {code && (
        <span className="faint">
          <CopyButton value={code} />
        </span>
      )}
    </main>
  );
}
