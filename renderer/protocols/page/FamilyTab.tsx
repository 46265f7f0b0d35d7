import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { ProtocolPage } from '../../../shared/bridge/contract.ts';
import { escapeInvisible } from '../../../shared/peer-text.ts';
import { comparePath, protocolPath } from '../../core/protocol-paths.ts';
import { useFamilyText } from '../../core/tag-text.ts';
import { useLabelBook } from '../../core/use-labels.ts';
import { Card } from '../../ui/Card.tsx';
import { formatDay, shortHash } from '../../ui/format.ts';
import { ProblemState } from '../../ui/ProblemState.tsx';
import { SkeletonRows } from '../../ui/SkeletonRows.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { UntrustedText } from '../../ui/UntrustedText.tsx';
import { useAuthorHeading } from '../Author.tsx';
import { CommunityProblemLine } from '../CommunityProblemLine.tsx';
import { useLineage } from '../queries.ts';
import { StatusTag } from '../StatusTag.tsx';
import styles from './Family.module.css';
import { familyTree, type TreeLine } from './family-tree.ts';

/** The protocol's family as a tree; other members link to a comparison with it. */
export function FamilyTab({ page }: { page: ProtocolPage }) {
  const { t } = useTranslation('protocols');
  const familyText = useFamilyText();
  const { data, error, refetch } = useLineage(page.protocol_id);
  const authorHeading = useAuthorHeading(page);
  const reason = page.community?.governance.created_reason ?? null;
  if (error) return <ProblemState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={4} />;
  const lines = familyTree(data.relatives);
  return (
    <div className={styles.column}>
      <CommunityProblemLine error={data.community_problem} onRetry={() => void refetch()} />
      {reason !== null && reason !== '' && <UntrustedText heading={authorHeading} text={reason} />}
      <Card
        title={data.family === null ? t('family.title') : t('family.of', { family: familyText(data.family) })}
        headerEnd={<span className="small dim">{t('family.count', { count: lines.length })}</span>}
        bodyClassName={styles.flush}
      >
        {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list role of lists without markers */}
        <ol role="list" aria-label={t('family.title')}>
          {lines.map((line) => (
            <FamilyMember key={line.relative.protocol_id} line={line} currentId={page.protocol_id} />
          ))}
        </ol>
      </Card>
      {lines.length === 1 && <p className="small dim">{t('family.alone')}</p>}
      {!data.whole && <p className="small dim">{t('family.more')}</p>}
    </div>
  );
}

function FamilyMember({ line, currentId }: { line: TreeLine; currentId: string }) {
  const { t, i18n } = useTranslation('protocols');
  const book = useLabelBook();
  const { levels, children } = line;
  const relative = book.protocol(line.relative);
  const { protocol_id, name, status, created_at, here: isInstalled } = relative;
  const isCurrent = protocol_id === currentId;
  return (
    <li className={styles.member} data-self={isCurrent || undefined} aria-current={isCurrent || undefined}>
      <span className={styles.lines} aria-hidden="true">
        {levels.map((continues, level) => (
          <i
            // biome-ignore lint/suspicious/noArrayIndexKey: levels are identified by their index
            key={level}
            className={level === levels.length - 1 ? styles.branch : styles.trunk}
            data-on={continues || undefined}
          />
        ))}
        <i className={styles.dot} data-status={status} data-parent={children > 0 || undefined} />
      </span>
      <span className="grow row wrap">
        <Link href={protocolPath(protocol_id)} className={`${styles.name} truncate`}>
          <bdi>{escapeInvisible(name)}</bdi>
        </Link>
        <span className="mono small faint">{shortHash(protocol_id)}</span>
        <StatusTag status={status} />
        {isCurrent && <Tag>{t('family.this')}</Tag>}
        {isInstalled && !isCurrent && <Tag>{t('family.here')}</Tag>}
        <span className="offscreen">{t('family.level', { level: levels.length + 1, count: children })}</span>
      </span>
      <span className={`${styles.when} small faint`}>
        {created_at === null ? '' : formatDay(i18n.language, created_at)}
      </span>
      {isCurrent ? (
        <span className={styles.compare} />
      ) : (
        <Link className={`${styles.compare} small`} href={comparePath(protocol_id, currentId)}>
          {t('family.compare')}
          <span className="offscreen"> {escapeInvisible(name)}</span>
        </Link>
      )}
    </li>
  );
}
