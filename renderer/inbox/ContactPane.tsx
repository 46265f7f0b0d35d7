import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useApp, useBridge, useInbox } from '../app/context.tsx';
import { asProblem, type Problem } from '../app/problem.ts';
import { profilePath } from '../app/rooms.ts';
import { withWayBack } from '../app/toast.ts';
import { Field } from '../hosting/Field.tsx';
import { ProblemLine } from '../identity/ProblemLine.tsx';
import { Button } from '../look/Button.tsx';
import { CopyButton } from '../look/CopyButton.tsx';
import { shortHash } from '../look/format.ts';
import { isolated } from '../look/peer-text.ts';
import { Quilt } from '../look/Quilt.tsx';
import { Tag } from '../look/Tag.tsx';
import { useNameOf } from './asking.ts';
import { useKeeping } from './contacts.ts';
import styles from './Inbox.module.css';
import { thing } from './letters.ts';
import { Pane } from './Pane.tsx';
import { contactPath, writePath } from './place.ts';
import { RecipientField } from './RecipientField.tsx';

interface ContactPaneProps {
  publicKey: string;
  onClose(): void;
}

/** What one calls somebody and notes about them, and whether they are kept away. Also for a key that is no contact yet. */
export function ContactPane({ publicKey, onClose }: ContactPaneProps) {
  const { t } = useTranslation('inbox');
  const bridge = useBridge();
  const [, go] = useLocation();
  const own = useApp((app) => app.identity?.public_key === publicKey);
  const contact = useInbox(({ contacts }) => contacts.find(({ public_key }) => public_key === publicKey));
  const { name } = useNameOf(publicKey);
  const [called, setCalled] = useState(contact?.name ?? '');
  const [notes, setNotes] = useState(contact?.notes ?? '');
  const [problem, setProblem] = useState<Problem | null>(null);
  const { save, block, unblock } = useKeeping((error) => setProblem(asProblem(error)));
  const blocked = contact?.blocked ?? false;
  const changed = called !== (contact?.name ?? '') || notes !== (contact?.notes ?? '');

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setProblem(null);
    if (changed || !contact) save(publicKey, { name: called.trim(), notes });
  };
  const remove = () => {
    withWayBack({
      kind: 'contacts',
      things: [thing.contact(publicKey)],
      words: t(blocked ? 'deleted.blocked_contact' : 'deleted.contact'),
      act: () => bridge.inbox.remove_contact({ public_key: publicKey }),
    });
    onClose();
  };
  return (
    <Pane
      picture={<Quilt publicKey={publicKey} size={44} />}
      title={isolated(name ?? shortHash(publicKey))}
      mark={blocked && <Tag tone="bad">{t('blocked')}</Tag>}
      note={
        <>
          <CopyButton value={publicKey} shown={shortHash(publicKey)} />
          {!contact && <span>{t(own ? 'contact.own_key' : 'contact.not_yet')}</span>}
        </>
      }
      actions={
        !own && (
          <>
            <Button size="sm" onClick={() => go(writePath(publicKey))}>
              {t('contact.write')}
            </Button>
            <Button size="sm" onClick={() => go(profilePath(publicKey))}>
              {t('contact.profile')}
            </Button>
            <Button size="sm" onClick={() => (blocked ? unblock : block)(publicKey)}>
              {t(blocked ? 'contact.unblock' : 'contact.block')}
            </Button>
            {contact && (
              <Button size="sm" onClick={remove}>
                {t('contact.remove')}
              </Button>
            )}
          </>
        )
      }
      onClose={onClose}
    >
      {blocked && <p className="small dim">{t('contact.is_blocked')}</p>}
      {!own && (
        <form className={styles.form} onSubmit={submit}>
          <Field label={t('contact.name')} note={t('contact.name_note')}>
            {(ids) => (
              <input
                {...ids}
                className={styles.field}
                value={called}
                maxLength={64}
                placeholder={name ?? ''}
                autoComplete="off"
                onChange={(event) => setCalled(event.currentTarget.value)}
              />
            )}
          </Field>
          <Field label={t('contact.notes')} note={t('contact.notes_note')}>
            {(ids) => (
              <textarea
                {...ids}
                className={styles.field}
                rows={6}
                dir="auto"
                value={notes}
                maxLength={2000}
                onChange={(event) => setNotes(event.currentTarget.value)}
              />
            )}
          </Field>
          {problem && <ProblemLine problem={problem} />}
          <div className="row">
            <Button type="submit" look="primary" aria-disabled={(contact && !changed) || undefined}>
              {t(contact ? 'contact.save' : 'contact.add')}
            </Button>
          </div>
        </form>
      )}
    </Pane>
  );
}

/** Finds whom to add; the rest is done on their own pane. */
export function NewContact({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('inbox');
  const [, go] = useLocation();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <Pane title={t('contact.new')} onClose={onClose} focusField>
      <RecipientField ref={field} onPick={(key) => go(contactPath(key), { replace: true })} />
    </Pane>
  );
}
