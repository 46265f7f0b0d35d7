import { type FormEvent, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useApp } from '../app/context.tsx';
import { readJoinLink, sameCommunity } from '../app/join-link.ts';
import { loaded } from '../app/loaded.ts';
import { Button } from '../look/Button.tsx';
import { Dialog } from './Dialog.tsx';
import styles from './Palette.module.css';

const ForeignTable = loaded(['settings'], async () => (await import('../settings/ForeignTable.tsx')).ForeignTable);

const ReadQr = loaded([], async () => (await import('../network/ReadQr.tsx')).ReadQr);

/** A table by its link or id. Where a link leads to another community, that one is shown first. */
export function OpenLink({ start, onClose }: { start: string; onClose(): void }) {
  const { t } = useTranslation('palette');
  const [, go] = useLocation();
  const community = useApp((app) => app.community);
  const lanUrl = useApp((app) => app.network.url);
  const [text, setText] = useState(start);
  const [tried, setTried] = useState(start !== '');
  const link = readJoinLink(text);
  // The community of this computer has another address for those on its network.
  const here = [community.url, ...(lanUrl === null ? [] : [lanUrl])];
  const foreign = link?.server != null && !here.some((url) => sameCommunity(link.server!, url)) ? link.server : null;

  if (tried && link && foreign !== null) {
    return (
      <Suspense>
        <ForeignTable server={foreign} postId={link.post_id} onClose={onClose} />
      </Suspense>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!link || foreign !== null) return;
    onClose();
    setTimeout(() => go(`/?table=${link.post_id}`));
  };
  const wrong = tried && !link;
  return (
    <Dialog label={t('link_title')} size={560} onClose={onClose}>
      <form className={styles.pad} onSubmit={submit}>
        <h2>{t('link_title')}</h2>
        <label htmlFor="table-link" className="small strong">
          {t('link_label')}
        </label>
        <input
          id="table-link"
          data-autofocus
          className={styles.field}
          value={text}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={wrong}
          aria-describedby="table-link-note"
          onChange={(event) => {
            setText(event.currentTarget.value);
            setTried(false);
          }}
        />
        <p id="table-link-note" className={`small ${wrong ? 'bad' : 'faint'}`} role={wrong ? 'alert' : undefined}>
          {t(wrong ? 'link_wrong' : 'link_note')}
        </p>
        <Suspense>
          <ReadQr
            onLink={(found) => {
              setText(found);
              setTried(false);
            }}
          />
        </Suspense>
        <div className="row">
          <Button className="end" onClick={onClose}>
            {t('close')}
          </Button>
          <Button type="submit" look="primary">
            {t('link_open')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
