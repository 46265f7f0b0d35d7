import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useApp, useInbox } from '../app/context.tsx';
import { Button } from '../look/Button.tsx';
import { CopyButton } from '../look/CopyButton.tsx';
import { shortHash } from '../look/format.ts';
import { PeerName } from '../look/PeerName.tsx';
import { Quilt } from '../look/Quilt.tsx';
import { useNameOf } from './asking.ts';
import { Composer } from './Composer.tsx';
import { drafts, setDraft } from './drafts.ts';
import styles from './Inbox.module.css';
import { Pane } from './Pane.tsx';
import { sentPath, writePath } from './place.ts';
import { RecipientField } from './RecipientField.tsx';

interface NewLetterProps {
  /** A public key; null while nobody is picked. */
  to: string | null;
  onClose(): void;
}

/** A letter to somebody: first who, then the words. */
export function NewLetter({ to, onClose }: NewLetterProps) {
  const { t } = useTranslation('inbox');
  const [, go] = useLocation();
  const field = useRef<HTMLInputElement>(null);
  const words = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    (to === null ? field : words).current?.focus();
  }, [to]);
  return (
    <Pane title={t('compose.title')} onClose={onClose} focusField>
      {to === null ? (
        <RecipientField
          ref={field}
          onPick={(key) => {
            // Words that were there before their reader go along.
            const loose = drafts.getState().get('');
            if (loose && !drafts.getState().has(key)) setDraft(key, loose);
            setDraft('', null);
            go(writePath(key), { replace: true });
          }}
        />
      ) : (
        <Recipient publicKey={to} onChange={() => go('/inbox/new', { replace: true })} />
      )}
      <ToSomebody to={to} words={words} onSent={(id) => go(sentPath(id), { replace: true })} />
    </Pane>
  );
}

interface ToSomebodyProps {
  to: string | null;
  words: React.Ref<HTMLTextAreaElement>;
  onSent(id: number): void;
}

function ToSomebody({ to, words, onSent }: ToSomebodyProps) {
  const { t } = useTranslation('inbox');
  const blocked = useInbox(({ contacts }) => contacts.some((each) => each.public_key === to && each.blocked));
  const label = <span className="small strong dim">{t('compose.words')}</span>;
  if (to === null) return <Composer to={null} label={label} onSent={() => {}} ref={words} />;
  return (
    <>
      {blocked && <p className="small warn">{t('compose.blocked')}</p>}
      <NamedComposer publicKey={to} label={label} words={words} onSent={onSent} />
    </>
  );
}

function NamedComposer({
  publicKey,
  label,
  words,
  onSent,
}: {
  publicKey: string;
  label: React.ReactNode;
  words: React.Ref<HTMLTextAreaElement>;
  onSent(id: number): void;
}) {
  const { name } = useNameOf(publicKey);
  return (
    <Composer
      to={{ public_key: publicKey, name: name ?? shortHash(publicKey) }}
      label={label}
      onSent={({ id }) => onSent(id)}
      ref={words}
    />
  );
}

function Recipient({ publicKey, onChange }: { publicKey: string; onChange(): void }) {
  const { t } = useTranslation('inbox');
  const community = useApp((app) => app.community.name);
  const { name, missing } = useNameOf(publicKey);
  return (
    <div className={styles.recipient}>
      <span className="small strong dim">{t('compose.to')}</span>
      <div className={styles.picked}>
        <Quilt publicKey={publicKey} size={30} />
        {name && (
          <b className="cut">
            <PeerName name={name} />
          </b>
        )}
        <CopyButton value={publicKey} shown={shortHash(publicKey)} />
        <Button size="sm" className="end" onClick={onChange}>
          {t('compose.change')}
        </Button>
      </div>
      {name === null && (
        <p className={`small ${missing ? 'bad' : 'faint'}`} role="status">
          {missing ? t('compose.nobody_key', { community }) : t('compose.asking')}
        </p>
      )}
    </div>
  );
}
