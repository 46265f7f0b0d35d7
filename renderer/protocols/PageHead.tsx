import { IconArrowsDiff, IconDownload, IconPlus, IconRobot, IconTools } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { ProtocolPage } from '../../shared/bridge/contract.ts';
import { useLobby } from '../app/context.tsx';
import { asProblem } from '../app/problem.ts';
import { ProblemLine } from '../identity/ProblemLine.tsx';
import { Button } from '../look/Button.tsx';
import { CopyButton } from '../look/CopyButton.tsx';
import { shortHash } from '../look/format.ts';
import { visible } from '../look/peer-text.ts';
import { Tag } from '../look/Tag.tsx';
import { Author } from './Author.tsx';
import { useBring } from './asking.ts';
import { ModeIcon } from './ModeIcon.tsx';
import styles from './Protocol.module.css';
import { BackLink } from './ProtocolPage.tsx';
import { comparePath, protocolPath } from './paths.ts';
import { StatusTag } from './StatusTag.tsx';
import { useModeWords } from './words.ts';

/** What it is, who keeps it, how much it is played, and the ways to a table of it. */
export function PageHead({ page }: { page: ProtocolPage }) {
  const { t } = useTranslation('protocols');
  const modeWords = useModeWords();
  const [, go] = useLocation();
  const { protocol_id, name, mode, type, governance, community, source } = page;
  const bring = useBring(protocol_id);
  // Whoever hosts judges the game: by hand only where nothing is to be judged.
  const judges = page.hooks === 'finished' || (page.hooks === 'by_hand' && page.by_hand_refusal.host === null);
  const canHost = page.playable && judges;
  const house = useLobby(({ entries }) =>
    entries.find((entry) => entry.protocol_id === protocol_id && entry.host.house && !entry.own),
  );
  return (
    <>
      <header className={styles.head}>
        <BackLink />
        <span className={styles.icon}>
          <ModeIcon mode={mode} type={type} size={26} />
        </span>
        <div className="grow">
          <div className="row wrap">
            <h1 id="protocol-title" className={styles.title}>
              <bdi>{visible(name)}</bdi>
            </h1>
            <StatusTag status={governance.status} />
            {governance.family !== null && <Tag>{visible(governance.family)}</Tag>}
            <Tag>{modeWords(mode)}</Tag>
          </div>
          <div className={`${styles.by} row wrap small dim`}>
            <Author page={page} />
            <CopyButton value={protocol_id} shown={shortHash(protocol_id)} />
            {community && (
              <>
                <span>{t('tables', { count: community.stats.session_count })}</span>
                <span>{t('invitations', { count: community.stats.post_count })}</span>
              </>
            )}
            {source !== 'bundled' && <span>{t(`source.${source}`)}</span>}
          </div>
        </div>
        <div className={`${styles.actions} row`}>
          <Button
            icon
            aria-label={t('compare')}
            title={t('compare')}
            data-action="compare"
            onClick={() => go(comparePath(protocol_id, governance.parent_protocol_id))}
          >
            <IconArrowsDiff size={17} stroke={1.75} aria-hidden="true" />
          </Button>
          {house && (
            <Button onClick={() => go(`/?table=${house.post_id}`)}>
              <IconRobot size={17} stroke={1.75} aria-hidden="true" />
              {t('try_house')}
            </Button>
          )}
          {source === 'community' ? (
            <Button look="primary" disabled={bring.isPending} data-action="bring" onClick={() => bring.mutate(null)}>
              <IconDownload size={17} stroke={1.75} aria-hidden="true" />
              {t(bring.isPending ? 'bringing' : 'bring')}
            </Button>
          ) : !canHost ? (
            page.playable && (
              <Button look="primary" data-action="set-up" onClick={() => go(protocolPath(protocol_id, 'hooks'))}>
                <IconTools size={17} stroke={1.75} aria-hidden="true" />
                {t('set_up')}
              </Button>
            )
          ) : (
            <Button look="primary" data-action="host" onClick={() => go(`/?host=${protocol_id}`)}>
              <IconPlus size={17} stroke={1.75} aria-hidden="true" />
              {t('host')}
            </Button>
          )}
        </div>
      </header>
      {bring.error && (
        <div className={styles.trouble}>
          <ProblemLine problem={asProblem(bring.error)} />
        </div>
      )}
    </>
  );
}
