import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Restore } from './Restore.tsx';
import { WelcomePage } from './WelcomePage.tsx';

/** The key file is unreadable. It is never overwritten; the recovery phrase restores the identity. */
export function UnreadableKeyPage() {
  const { t } = useTranslation('identity');
  const { t: tProblems } = useTranslation('problems');
  const [restoring, setRestoring] = useState(false);
  if (restoring) return <Restore onBack={() => setRestoring(false)} />;
  return (
    <WelcomePage title={tProblems('identity_unreadable.title')} lead={tProblems('identity_unreadable.body', {})}>
      <div className="row wrap gap3">
        <Button variant="primary" size="lg" autoFocus onClick={() => setRestoring(true)}>
          {t('use_words')}
        </Button>
        <span className="faint">
          <CopyButton value="identity_unreadable" />
        </span>
      </div>
    </WelcomePage>
  );
}
