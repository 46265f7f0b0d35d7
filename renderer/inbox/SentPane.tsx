import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { SentLetter } from '../../shared/bridge/contract.ts';
import { useApp } from '../app/context.tsx';
import { Button } from '../look/Button.tsx';
import { CopyButton } from '../look/CopyButton.tsx';
import { useNow } from '../look/clock.ts';
import { dayAndTime, shortHash } from '../look/format.ts';
import { isolated } from '../look/peer-text.ts';
import { Quilt } from '../look/Quilt.tsx';
import { Tag } from '../look/Tag.tsx';
import styles from './Inbox.module.css';
import { useDeleteSent } from './LetterShelf.tsx';
import { Pane } from './Pane.tsx';
import { writePath } from './place.ts';
import { useSpan } from './span.ts';

/** A copy of what was sent, and what can be known of the letter itself. */
export function SentPane({ letter, onClose }: { letter: SentLetter; onClose(): void }) {
  const { t, i18n } = useTranslation('inbox');
  const [, go] = useLocation();
  const community = useApp((app) => app.community.name);
  const remove = useDeleteSent();
  const now = useNow(true, 30_000);
  const span = useSpan();
  const { id, to, words, signed, sent_at, expires_at } = letter;
  const left = span(expires_at, now);
  return (
    <Pane
      picture={<Quilt publicKey={to.public_key} size={44} />}
      title={t('sent_letter.title', { name: isolated(to.name) })}
      mark={<Tag>{t(signed ? 'sent_letter.signed' : 'sent_letter.unsigned')}</Tag>}
      note={
        <>
          <CopyButton value={to.public_key} shown={shortHash(to.public_key)} />
          <span>{dayAndTime(i18n.language, sent_at)}</span>
        </>
      }
      actions={
        <>
          <Button size="sm" onClick={() => go(writePath(to.public_key))}>
            {t('sent_letter.again')}
          </Button>
          <Button
            size="sm"
            onClick={() => {
              remove(id);
              onClose();
            }}
          >
            {t('delete')}
          </Button>
        </>
      }
      onClose={onClose}
    >
      <p className={styles.own} dir="auto">
        {words}
      </p>
      <p className="small faint">
        {left ? t('sent_letter.held', { community, time: left }) : t('sent_letter.gone', { community })}{' '}
        {t('sent_letter.note')}
      </p>
    </Pane>
  );
}
