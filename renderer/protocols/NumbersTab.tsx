import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { ProtocolPage } from '../../shared/bridge/contract.ts';
import { useApp } from '../app/context.tsx';
import { Button } from '../look/Button.tsx';
import { Card } from '../look/Card.tsx';
import { dayAndTime, shortHash } from '../look/format.ts';
import { visible } from '../look/peer-text.ts';
import { Slip } from '../look/Slip.tsx';
import { Tag } from '../look/Tag.tsx';
import { useWrittenBy } from './Author.tsx';
import { GovernForm } from './GovernForm.tsx';
import styles from './Protocol.module.css';
import { protocolPath } from './paths.ts';
import { StatusTag } from './StatusTag.tsx';

/** How much it is used, and what its keeper says of it. */
export function NumbersTab({ page }: { page: ProtocolPage }) {
  const { t, i18n } = useTranslation('protocols');
  const own = useApp((app) => app.identity?.public_key ?? null);
  const [changing, setChanging] = useState(false);
  const writtenBy = useWrittenBy(page);
  const { community, governance } = page;
  const stats = community?.stats ?? null;
  const mine = community !== null && community.governance.author_public_key === own;
  const number = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 });
  return (
    <div className={styles.column}>
      {stats ? (
        <dl className={styles.figures}>
          <Figure name={t('figure.tables')} value={number.format(stats.session_count)} note={t('figure.tables_note')} />
          <Figure name={t('figure.posts')} value={number.format(stats.post_count)} note={t('figure.posts_note')} />
          <Figure
            name={t('figure.score')}
            value={stats.avg_rating === null ? t('figure.no_score') : number.format(stats.avg_rating)}
            note={t('figure.score_note', { count: stats.rating_count })}
          />
        </dl>
      ) : (
        <p className="dim">{t('figure.unknown')}</p>
      )}
      <Card
        title={t('governance.title')}
        state={
          mine &&
          !changing && (
            <Button size="sm" data-action="govern" onClick={() => setChanging(true)}>
              {t('governance.change')}
            </Button>
          )
        }
      >
        {changing ? (
          <GovernForm page={page} onDone={() => setChanging(false)} />
        ) : (
          <dl className={styles.facts}>
            <Fact name={t('governance.status')}>
              <StatusTag status={governance.status} />{' '}
              <span className="small dim">{t(`status_means.${governance.status}`)}</span>
            </Fact>
            <Fact name={t('governance.family')}>
              {governance.family === null ? t('governance.no_family') : <bdi>{visible(governance.family)}</bdi>}
            </Fact>
            <Fact name={t('governance.parent')}>
              {governance.parent_protocol_id === null ? (
                t('governance.no_parent')
              ) : (
                <Link href={protocolPath(governance.parent_protocol_id)} className="mono">
                  {shortHash(governance.parent_protocol_id)}
                </Link>
              )}
            </Fact>
            <Fact name={t('governance.tags')}>
              <Labels labels={governance.tags} />
            </Fact>
            <Fact name={t('governance.capabilities')}>
              <Labels labels={governance.capabilities} />
            </Fact>
            {community?.governance.canonical_rank != null && (
              <Fact name={t('governance.rank')}>{community.governance.canonical_rank}</Fact>
            )}
            {community && (
              <Fact name={t('governance.updated')}>{dayAndTime(i18n.language, community.governance.updated_at)}</Fact>
            )}
          </dl>
        )}
      </Card>
      {!changing && <Reasons page={page} writtenBy={writtenBy} />}
    </div>
  );
}

function Reasons({ page, writtenBy }: { page: ProtocolPage; writtenBy: string }) {
  const { t } = useTranslation('protocols');
  const { created_reason, deprecated_reason } = page.community?.governance ?? {};
  const reasons = [
    [t('governance.why_made'), created_reason],
    [t('governance.why_deprecated'), deprecated_reason],
  ] as const;
  return reasons.map(
    ([title, text]) =>
      text && (
        <section key={title}>
          <h3 className={styles.sectiontitle}>{title}</h3>
          <Slip heading={writtenBy} text={text} />
        </section>
      ),
  );
}

function Figure({ name, value, note }: { name: string; value: string; note: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
      <dd className="small faint">{note}</dd>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Labels({ labels }: { labels: readonly string[] }) {
  const { t } = useTranslation('protocols');
  if (labels.length === 0) return <span className="faint">{t('governance.none')}</span>;
  return (
    <span className="row wrap">
      {labels.map((label) => (
        <Tag key={label}>{visible(label)}</Tag>
      ))}
    </span>
  );
}
