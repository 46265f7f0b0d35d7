import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { Contact } from '../../shared/bridge/contract.ts';
import { isolatedName } from '../../shared/peer-text.ts';
import { ReleaseSwitch } from '../clients/ReleaseSwitch.tsx';
import { useApp, useBridge, useContactName } from '../core/context.tsx';
import { asProblem } from '../core/problem.ts';
import { contactPath, profilePath, writePath } from '../core/rooms.ts';
import { runWithUndo } from '../core/toast.ts';
import { ChallengeButton } from '../hosting/ChallengeButton.tsx';
import { useContacts } from '../people/contacts.ts';
import { useBlocking } from '../people/use-blocking.tsx';
import { LookAlike } from '../trust/LookAlike.tsx';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Field } from '../ui/Field.tsx';
import { textFieldClass } from '../ui/field-classes.ts';
import { shortHash } from '../ui/format.ts';
import { Identicon } from '../ui/Identicon.tsx';
import { ProblemLine } from '../ui/ProblemLine.tsx';
import { SkeletonRows } from '../ui/SkeletonRows.tsx';
import { Tag } from '../ui/Tag.tsx';
import styles from './ContactPane.module.css';
import { removalKey } from './inbox-filters.ts';
import { Pane } from './Pane.tsx';
import { useContact, useNameOf } from './queries.ts';
import { RecipientField } from './RecipientField.tsx';

interface ContactPaneProps {
  publicKey: string;
  onClose(): void;
}

/** The name, notes and actions of a contact, or of a key that is not a contact yet. */
export function ContactPane({ publicKey, onClose }: ContactPaneProps) {
  const { t } = useTranslation('inbox');
  const bridge = useBridge();
  const [, navigate] = useLocation();
  const isSelf = useApp((app) => app.identity?.public_key === publicKey);
  const contact = useContactName(publicKey);
  const { data: fullContact, isPending, error } = useContact(publicKey);
  const { name, house } = useNameOf(publicKey);
  const contacts = useContacts();
  const { isBlocked: blocked, toggle, dialog } = useBlocking(contacts, { public_key: publicKey, name: name ?? '' });
  const { save, busy, problem } = contacts;
  const remove = () => {
    runWithUndo({
      kind: 'contacts',
      hiddenKeys: [removalKey.contact(publicKey)],
      text: t(blocked ? 'deleted.blocked_contact' : 'deleted.contact'),
      perform: () => bridge.inbox.remove_contact({ public_key: publicKey }),
    });
    onClose();
  };
  return (
    <Pane
      picture={<Identicon publicKey={publicKey} house={house} size={44} />}
      title={isolatedName(name ?? shortHash(publicKey))}
      badge={
        blocked ? (
          <Tag tone="bad">{t('section.blocked.title')}</Tag>
        ) : (
          <LookAlike person={{ public_key: publicKey, nickname: name ?? '', house }} />
        )
      }
      note={
        <>
          <CopyButton value={publicKey} label={shortHash(publicKey)} />
          {!contact && <span>{t(isSelf ? 'contact.own_key' : 'contact.not_yet')}</span>}
        </>
      }
      actions={
        !isSelf && (
          <>
            {!blocked && (
              <Button size="sm" onClick={() => navigate(writePath(publicKey))}>
                {t('contact.write')}
              </Button>
            )}
            {!house && <ChallengeButton publicKey={publicKey} size="sm" />}
            <Button size="sm" onClick={() => navigate(profilePath(publicKey))}>
              {t('contact.profile')}
            </Button>
            <Button size="sm" aria-disabled={busy || undefined} onClick={toggle}>
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
      {dialog}
      {blocked && <p className="small dim">{t('contact.is_blocked')}</p>}
      {error && <ProblemLine problem={asProblem(error)} />}
      {problem && <ProblemLine problem={problem} />}
      {!isSelf && isPending && <SkeletonRows />}
      {!isSelf && fullContact !== undefined && (
        <ContactForm
          publicKey={publicKey}
          contact={fullContact}
          busy={busy}
          onSave={(changes) => save(publicKey, changes)}
        />
      )}
    </Pane>
  );
}

interface ContactFormProps {
  publicKey: string;
  /** Null for a person who is not a contact yet. */
  contact: Contact | null;
  busy: boolean;
  onSave(changes: Pick<Contact, 'name' | 'notes'>): void;
}

/** Keeps what is typed when the contact changes meanwhile. */
function ContactForm({ publicKey, contact, busy, onSave }: ContactFormProps) {
  const { t } = useTranslation('inbox');
  const [contactName, setContactName] = useState(contact?.name ?? '');
  const [notes, setNotes] = useState(contact?.notes ?? '');
  const isChanged = contactName !== (contact?.name ?? '') || notes !== (contact?.notes ?? '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isChanged || !contact) onSave({ name: contactName.trim(), notes });
  };
  return (
    <form className={`${styles.form} col gap3`} onSubmit={submit}>
      <Field label={t('contact.name')} note={t('contact.name_note')}>
        {(ids) => (
          <input
            {...ids}
            className={textFieldClass}
            value={contactName}
            maxLength={64}
            placeholder={name ?? ''}
            autoComplete="off"
            onChange={(event) => setContactName(event.currentTarget.value)}
          />
        )}
      </Field>
      <Field label={t('contact.notes')} note={t('contact.notes_note')}>
        {(ids) => (
          <textarea
            {...ids}
            className={textFieldClass}
            rows={6}
            dir="auto"
            value={notes}
            maxLength={2000}
            onChange={(event) => setNotes(event.currentTarget.value)}
          />
        )}
      </Field>
      <ReleaseSwitch kind="people" id={publicKey} />
      <div className="row">
        <Button type="submit" variant="primary" aria-disabled={busy || (contact && !isChanged) || undefined}>
          {t(contact ? 'contact.save' : 'contact.add')}
        </Button>
      </div>
    </form>
  );
}

/** Finds a person to add; picking one opens their contact pane. */
export function NewContact({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('inbox');
  const [, navigate] = useLocation();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <Pane title={t('contact.new')} onClose={onClose} focusField>
      <RecipientField
        label={t('contact.person')}
        ref={field}
        onPick={(key) => navigate(contactPath(key), { replace: true })}
      />
    </Pane>
  );
}
