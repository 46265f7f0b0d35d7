import { IconDeviceLaptop } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useApp } from '../app/context.tsx';
import { asProblem } from '../app/problem.ts';
import { CopyButton } from '../look/CopyButton.tsx';
import { TextButton } from '../look/TextButton.tsx';
import styles from './Catalogue.module.css';

/** The community's part is missing or old: said on one line, because what is on this computer is all there. */
export function CommunityLine({ error, onAgain }: { error: unknown; onAgain(): void }) {
  const { t } = useTranslation('protocols');
  const { t: frame } = useTranslation();
  const community = useApp((app) => app.community.name);
  const phase = useApp((app) => app.phase);
  const early = phase !== 'ready';
  if (!error && !early) return null;
  return (
    <div className={styles.line} role="status">
      <IconDeviceLaptop size={18} stroke={1.75} className="warn" aria-hidden="true" />
      <span>{t(early ? 'not_seated' : 'community_away', { community })}</span>
      {!early && (
        <>
          <TextButton onClick={onAgain}>{frame('try_again')}</TextButton>
          <span className="end">
            <CopyButton value={asProblem(error).code} />
          </span>
        </>
      )}
    </div>
  );
}
