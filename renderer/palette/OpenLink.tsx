import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { sameCommunity } from '../../shared/community/address.ts';
import { parsePastedLink } from '../../shared/community/join-links.ts';
import { useApp } from '../core/context.tsx';
import { lazyPart } from '../core/lazy-part.ts';
import { Button } from '../ui/Button.tsx';
import { TitledDialog } from '../ui/Dialog.tsx';
import { DialogActions } from '../ui/DialogActions.tsx';
import { textFieldClass } from '../ui/field-classes.ts';
import { useLinkFault } from '../ui/link-fault.ts';

const ForeignTableDialog = lazyPart(
  ['settings', 'identity'],
  async () => (await import('../settings/ForeignTableDialog.tsx')).ForeignTableDialog,
);
const QrScanner = lazyPart([], async () => (await import('../ui/QrScanner.tsx')).QrScanner);

/** Opens a table by its link or id. A link to another community shows that community first. */
export function OpenLink({ initialText, onClose }: { initialText: string; onClose(): void }) {
  const { t } = useTranslation('palette');
  const [, navigate] = useLocation();
  const community = useApp((app) => app.community);
  const lanUrl = useApp((app) => app.network.url);
  const [text, setText] = useState(initialText);
  const [submitted, setSubmitted] = useState(initialText !== '');
  const linkFault = useLinkFault();
  const link = parsePastedLink(text);
  // A shared community also has a network address.
  const ownUrls = [community.url, ...(lanUrl === null ? [] : [lanUrl])];
  const foreignServer =
    link?.server != null && !ownUrls.some((url) => sameCommunity(link.server!, url)) ? link.server : null;

  if (submitted && link && foreignServer !== null) {
    return <ForeignTableDialog server={foreignServer} postId={link.post_id} onClose={onClose} />;
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (!link || foreignServer !== null) return;
    onClose();
    setTimeout(() => navigate(`/?table=${link.post_id}`));
  };
  const isInvalid = submitted && !link;
  return (
    <TitledDialog title={t('link_title')} size={560} onClose={onClose}>
      <form className="col gap3" onSubmit={submit}>
        <label htmlFor="table-link" className="small strong">
          {t('link_label')}
        </label>
        <input
          id="table-link"
          data-autofocus
          className={textFieldClass}
          value={text}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={isInvalid}
          aria-describedby="table-link-note"
          onChange={(event) => {
            setText(event.currentTarget.value);
            setSubmitted(false);
          }}
        />
        <p
          id="table-link-note"
          className={`small ${isInvalid ? 'bad' : 'faint'}`}
          role={isInvalid ? 'alert' : undefined}
        >
          {isInvalid ? linkFault(text) : t('link_note')}
        </p>
        <QrScanner
          onLink={(scanned) => {
            setText(scanned);
            setSubmitted(false);
          }}
        />
        <DialogActions>
          <Button className="end" onClick={onClose}>
            {t('close')}
          </Button>
          <Button type="submit" variant="primary">
            {t('link_open')}
          </Button>
        </DialogActions>
      </form>
    </TitledDialog>
  );
}
