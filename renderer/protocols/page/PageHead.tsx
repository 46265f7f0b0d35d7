import { IconArrowsDiff, IconDownload, IconPlus, IconTools } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { ProtocolPage } from '../../../shared/bridge/contract.ts';
import { escapeInvisible } from '../../../shared/peer-text.ts';
import { asProblem } from '../../core/problem.ts';
import { comparePath, protocolPath } from '../../core/protocol-paths.ts';
import { useFamilyText } from '../../core/tag-text.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { shortHash } from '../../ui/format.ts';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { Author } from '../Author.tsx';
import { ModeIcon } from '../ModeIcon.tsx';
import { useDownload } from '../queries.ts';
import { StatusTag } from '../StatusTag.tsx';
import { useModeText } from '../spec-text.ts';
import { BackLink } from './BackLink.tsx';
import styles from './PageHead.module.css';
import pageLayout from './PageLayout.module.css';

/** Name, author, usage and actions of a protocol. */
export function PageHead({ page }: { page: ProtocolPage }) {
  const { t } = useTranslation('protocols');
  const familyText = useFamilyText();
  const modeText = useModeText();
  const [, navigate] = useLocation();
  const { protocol_id, name, mode, type, governance, community, source } = page;
  const download = useDownload(protocol_id);
  // The host's hooks referee the game, and hooks by hand do not know the rules.
  const canReferee = page.hooks === 'finished' || (page.hooks === 'by_hand' && page.by_hand_refusal.host === null);
  const canHost = page.playable && canReferee;
  return (
    <>
      <header className={pageLayout.head}>
        <BackLink />
        <span className={styles.icon}>
          <ModeIcon mode={mode} type={type} size={26} />
        </span>
        <div className="grow">
          <div className="row wrap">
            <h1 id="protocol-title" className={styles.title}>
              <bdi>{escapeInvisible(name)}</bdi>
            </h1>
            <StatusTag status={governance.status} />
            {governance.family !== null && <Tag>{familyText(governance.family)}</Tag>}
            <Tag>{modeText(mode)}</Tag>
          </div>
          <div className={`${styles.by} row wrap small dim`}>
            <Author page={page} />
            <CopyButton value={protocol_id} label={shortHash(protocol_id)} />
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
            iconOnly
            aria-label={t('compare')}
            title={t('compare')}
            data-action="compare"
            onClick={() => navigate(comparePath(protocol_id, governance.parent_protocol_id))}
          >
            <IconArrowsDiff size={17} stroke={1.75} aria-hidden="true" />
          </Button>
          {source === 'community' ? (
            <Button
              variant="primary"
              disabled={download.isPending}
              data-action="bring"
              onClick={() => download.mutate(null)}
            >
              <IconDownload size={17} stroke={1.75} aria-hidden="true" />
              {t(download.isPending ? 'bringing' : 'bring')}
            </Button>
          ) : !canHost ? (
            page.playable && (
              <Button
                variant="primary"
                data-action="set-up"
                onClick={() => navigate(protocolPath(protocol_id, 'hooks'))}
              >
                <IconTools size={17} stroke={1.75} aria-hidden="true" />
                {t('set_up')}
              </Button>
            )
          ) : (
            <Button variant="primary" data-action="host" onClick={() => navigate(`/?host=${protocol_id}`)}>
              <IconPlus size={17} stroke={1.75} aria-hidden="true" />
              {t('host')}
            </Button>
          )}
        </div>
      </header>
      {download.error && (
        <div className={styles.problem}>
          <ProblemLine problem={asProblem(download.error)} />
        </div>
      )}
    </>
  );
}
