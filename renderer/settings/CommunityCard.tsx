import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KnownCommunity } from '../../shared/bridge/contract.ts';
import { useApp, useBridge } from '../app/context.tsx';
import { withWayBack } from '../app/toast.ts';
import { ProblemLine } from '../identity/ProblemLine.tsx';
import { Button } from '../look/Button.tsx';
import { Card } from '../look/Card.tsx';
import { dayAndTime } from '../look/format.ts';
import { isolated, visible } from '../look/peer-text.ts';
import { Tag } from '../look/Tag.tsx';
import { Ask } from './Ask.tsx';
import { useCommunityTest } from './asking.ts';
import { CommunityFound } from './CommunityFound.tsx';
import { useMove } from './move.tsx';
import styles from './Settings.module.css';

/** One community: who of this computer is registered there, what it says of itself, and the way there. */
export function CommunityCard({ community }: { community: KnownCommunity }) {
  const { t, i18n } = useTranslation('settings');
  const bridge = useBridge();
  const queries = useQueryClient();
  const here = useApp((app) => app.community);
  const { url, in_use, used_at, registered } = community;
  const [asked, setAsked] = useState(in_use);
  const [removing, setRemoving] = useState(false);
  const address = in_use ? here.url : url;
  const test = useCommunityTest(asked ? address : null);
  const move = useMove();
  const name = in_use ? here.name : url === null ? t('community.this_computer') : visible(new URL(url).host);
  const who = registered.map(({ nickname }) => isolated(nickname));

  const remove = () => {
    if (url === null) return;
    setRemoving(false);
    withWayBack({
      kind: 'communities',
      things: [`community ${url}`],
      words: t('community.removed', { name }),
      act: async () => {
        await bridge.community.remove({ url });
        await queries.invalidateQueries({ queryKey: ['communities'] });
      },
    });
  };
  return (
    <Card>
      <div className={styles.person} data-community={url ?? ''}>
        <div className="grow">
          <div className="row wrap">
            <b>{name}</b>
            {in_use && <Tag tone="ok">{t('community.in_use')}</Tag>}
            {in_use && here.status !== 'online' && <Tag tone="warn">{t(`community.${here.status}`)}</Tag>}
          </div>
          <div className="small dim">
            {url === null ? t('community.embedded') : <span className={styles.path}>{visible(url)}</span>}
          </div>
          <div className="small dim">
            {who.length === 0
              ? t('community.nobody')
              : t('community.registered', { names: new Intl.ListFormat(i18n.language).format(who) })}
            {!in_use && used_at !== null && ` ${t('community.used', { at: dayAndTime(i18n.language, used_at) })}`}
          </div>
        </div>
        <span className="row wrap">
          {!in_use && url !== null && (
            <Button look="quiet" aria-label={t('community.remove_name', { name })} onClick={() => setRemoving(true)}>
              {t('remove')}
            </Button>
          )}
          {(in_use || url !== null) && (
            <Button
              aria-label={t('community.test_name', { name })}
              aria-disabled={test.isFetching || undefined}
              onClick={() => (asked ? void test.refetch() : setAsked(true))}
            >
              {t(test.isFetching ? 'community.testing' : 'community.test')}
            </Button>
          )}
          {!in_use && (
            <Button
              aria-label={t('community.go_name', { name })}
              aria-disabled={move.busy || undefined}
              onClick={() => move.to(url, test.data?.needs_consent ?? false)}
            >
              {t('community.go')}
            </Button>
          )}
        </span>
      </div>
      {test.data && <CommunityFound found={test.data} />}
      {move.problem && <ProblemLine problem={move.problem} />}
      {move.dialog}
      {removing && (
        <Ask
          title={t('community.remove_title', { name })}
          lead={t('community.remove_lead')}
          does={t('community.remove_do')}
          danger
          busy={false}
          problem={null}
          ready
          onDo={remove}
          onClose={() => setRemoving(false)}
        />
      )}
    </Card>
  );
}
