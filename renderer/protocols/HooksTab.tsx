import { IconDownload } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { HooksPage, ProtocolPage } from '../../shared/bridge/contract.ts';
import { Button } from '../look/Button.tsx';
import { Empty } from '../look/Empty.tsx';
import { StillRows } from '../look/StillRows.tsx';
import { useBring, useHooks, useHooksCheck } from './asking.ts';
import { ByHandCard } from './ByHandCard.tsx';
import { hooksDrafts } from './drafts.ts';
import styles from './Hooks.module.css';
import { HooksEditor } from './HooksEditor.tsx';
import { goTo } from './HooksText.tsx';
import { hooksCharacters, type Place } from './hooks-text.ts';
import { SelfPlay } from './SelfPlay.tsx';
import { useSettled } from './settled.ts';
import { Trouble } from './Trouble.tsx';

/** A pause in typing after which a text is tried. */
const checkMs = 500;

/** What plays this protocol on this computer: the hooks, what is wrong with them, and a game against themselves. */
export function HooksTab({ page }: { page: ProtocolPage }) {
  if (page.source === 'community') return <NotHere page={page} />;
  return <Here page={page} />;
}

function Here({ page }: { page: ProtocolPage }) {
  const { data, error, refetch } = useHooks(page.protocol_id);
  if (error) {
    return (
      <div className={styles.centre}>
        <Trouble error={error} onAgain={() => void refetch()} />
      </div>
    );
  }
  return data ? <Hooks page={page} hooks={data} /> : <StillRows rows={6} className={styles.centre} />;
}

function Hooks({ page, hooks }: { page: ProtocolPage; hooks: HooksPage }) {
  const { protocol_id } = page;
  const draft = useStore(hooksDrafts, (drafts) => drafts[protocol_id]);
  const area = useRef<HTMLTextAreaElement>(null);
  const text = draft?.text ?? hooks.text;
  const settled = useSettled(text, checkMs);
  const check = useHooksCheck(protocol_id, settled.length > hooksCharacters ? null : settled);
  const show = (place: Place) => area.current && goTo(area.current, place);
  return (
    <div className={styles.columns}>
      <HooksEditor page={page} hooks={hooks} text={text} check={check.data ?? null} area={area} onShow={show} />
      <div className={styles.side}>
        <SelfPlay page={page} text={text} onShow={show} />
        <ByHandCard page={page} hooks={hooks} />
      </div>
    </div>
  );
}

function NotHere({ page }: { page: ProtocolPage }) {
  const { t } = useTranslation('protocols');
  const bring = useBring(page.protocol_id);
  return (
    <div className={styles.centre}>
      <Empty
        icon={<IconDownload size={28} stroke={1.5} className="good" aria-hidden="true" />}
        title={t('hooks.not_here_title')}
        actions={
          <Button look="primary" disabled={bring.isPending} onClick={() => bring.mutate(null)}>
            {t(bring.isPending ? 'bringing' : 'bring')}
          </Button>
        }
      >
        {t('hooks.not_here')}
      </Empty>
    </div>
  );
}
