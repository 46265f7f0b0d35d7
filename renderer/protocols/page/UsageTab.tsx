import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { ProtocolPage } from '../../../shared/bridge/contract.ts';
import { escapeInvisible } from '../../../shared/peer-text.ts';
import { useApp } from '../../core/context.tsx';
import { protocolPath } from '../../core/protocol-paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { formatDayTime, shortHash } from '../../ui/format.ts';
import { Tag } from '../../ui/Tag.tsx';
import { UntrustedText } from '../../ui/UntrustedText.tsx';
import { useAuthorHeading } from '../Author.tsx';
import { StatusTag } from '../StatusTag.tsx';
import facts from './Facts.module.css';
import { GovernForm } from './GovernForm.tsx';
import pageLayout from './PageLayout.module.css';
import styles from './UsageTab.module.css';

/** The protocol's usage and governance; its author can edit the latter. */
export function UsageTab({ page }: { page: ProtocolPage }) {
  const { t, i18n } = useTranslation('protocols');
  const ownKey = useApp((app) => app.identity?.public_key ?? null);
  const [editing, setEditing] = useState(false);
  const authorHeading = useAuthorHeading(page);
  const { community, governance } = page;
  const stats = community?.stats ?? null;
  const isAuthor = community !== null && community.governance.author_public_key === ownKey;
  const numberFormat = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 });
  return (
    <div className={pageLayout.column}>
      {stats ? (
        <dl className={styles.figures}>
          <Figure
            name={t('figure.tables')}
            value={numberFormat.format(stats.session_count)}
            note={t('figure.tables_note')}
          />
          <Figure
            name={t('figure.posts')}
            value={numberFormat.format(stats.post_count)}
            note={t('figure.posts_note')}
          />
          <Figure
            name={t('figure.score')}
            value={stats.avg_rating === null ? t('figure.no_score') : numberFormat.format(stats.avg_rating)}
            note={t('figure.score_note', { count: stats.rating_count })}
          />
        </dl>
      ) : (
        <p className="dim">{t('figure.unknown')}</p>
      )}
      <Card
        title={t('governance.title')}
        headerEnd={
          isAuthor &&
          !editing && (
            <Button size="sm" data-action="govern" onClick={() => setEditing(true)}>
              {t('governance.change')}
            </Button>
          )
        }
      >
        {editing ? (
          <GovernForm page={page} onDone={() => setEditing(false)} />
        ) : (
          <dl className={facts.facts}>
            <Fact name={t('governance.status')}>
              <StatusTag status={governance.status} />{' '}
              <span className="small dim">{t(`status_means.${governance.status}`)}</span>
            </Fact>
            <Fact name={t('governance.family')}>
              {governance.family === null ? t('governance.no_family') : <bdi>{escapeInvisible(governance.family)}</bdi>}
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
              <LabelTags labels={governance.tags} />
            </Fact>
            <Fact name={t('governance.capabilities')}>
              <LabelTags labels={governance.capabilities} />
            </Fact>
            {community?.governance.canonical_rank != null && (
              <Fact name={t('governance.rank')}>{community.governance.canonical_rank}</Fact>
            )}
            {community && (
              <Fact name={t('governance.updated')}>
                {formatDayTime(i18n.language, community.governance.updated_at)}
              </Fact>
            )}
          </dl>
        )}
      </Card>
      {!editing && <Reasons page={page} authorHeading={authorHeading} />}
    </div>
  );
}

function Reasons({ page, authorHeading }: { page: ProtocolPage; authorHeading: string }) {
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
          <h3 className={pageLayout.sectiontitle}>{title}</h3>
          <UntrustedText heading={authorHeading} text={text} />
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

function LabelTags({ labels }: { labels: readonly string[] }) {
  const { t } = useTranslation('protocols');
  if (labels.length === 0) return <span className="faint">{t('governance.none')}</span>;
  return (
    <span className="row wrap">
      {labels.map((label) => (
        <Tag key={label}>{escapeInvisible(label)}</Tag>
      ))}
    </span>
  );
}
