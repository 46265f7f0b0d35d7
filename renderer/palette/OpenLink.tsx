import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useApp } from '../app/context.tsx';
import { readJoinLink, sameCommunity } from '../app/join-link.ts';
import { Button } from '../look/Button.tsx';
import { useCopy } from '../look/copy.ts';
import { visible } from '../look/peer-text.ts';
import { Dialog } from './Dialog.tsx';
import styles from './Palette.module.css';

/** A table by its link or id. A link to another community is shown as such, and nothing is asked there. */
export function OpenLink({ start, onClose }: { start: string; onClose(): void }) {
  const { t } = useTranslation('palette');
  const [, go] = useLocation();
  const copy = useCopy();
  const community = useApp((app) => app.community);
  const [text, setText] = useState(start);
  const [tried, setTried] = useState(start !== '');
  const link = readJoinLink(text);
  const foreign = link?.server != null && !sameCommunity(link.server, community.url) ? link.server : null;

  if (tried && foreign !== null) {
    return (
      <Dialog label={t('foreign_title')} size={560} onClose={onClose}>
        <div className={styles.pad} role="alert">
          <h2>{t('foreign_title')}</h2>
          <p className="measure">{t('foreign_body', { address: visible(foreign), community: community.name })}</p>
          <div className="row">
            <Button onClick={() => copy(foreign)}>{t('foreign_copy')}</Button>
            <Button className="end" data-autofocus onClick={onClose}>
              {t('close')}
            </Button>
          </div>
        </div>
      </Dialog>
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
