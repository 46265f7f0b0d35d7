import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../look/Button.tsx';
import { CopyButton } from '../look/CopyButton.tsx';
import { Restore } from './Restore.tsx';
import styles from './Threshold.module.css';
import { Threshold } from './Threshold.tsx';

/** The key file does not open. Nothing is written over it; the words bring the same name back. */
export function Unreadable() {
  const { t } = useTranslation('identity');
  const { t: problem } = useTranslation('problems');
  const [restoring, setRestoring] = useState(false);
  if (restoring) return <Restore onBack={() => setRestoring(false)} />;
  return (
    <Threshold title={problem('identity_unreadable.title')} lead={problem('identity_unreadable.body', {})}>
      <div className={styles.actions}>
        <Button look="primary" size="big" autoFocus onClick={() => setRestoring(true)}>
          {t('use_words')}
        </Button>
        <span className="faint">
          <CopyButton value="identity_unreadable" />
        </span>
      </div>
    </Threshold>
  );
}
