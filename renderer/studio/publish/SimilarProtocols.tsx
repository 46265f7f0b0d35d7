import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicationView } from '../../../shared/bridge/contract.ts';
import { escapeInvisible, isolatedName } from '../../../shared/peer-text.ts';
import { useCommunityName } from '../../core/community-name.ts';
import { asProblem } from '../../core/problem.ts';
import { Banner } from '../../ui/Banner.tsx';
import { shortHash } from '../../ui/format.ts';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { TextButton } from '../../ui/TextButton.tsx';
import { ChangeList } from '../contract/ChangeList.tsx';
import { playerChanges } from '../contract/player-changes.ts';
import styles from './Publish.module.css';
import { useDifferences } from './queries.ts';

type SimilarProtocol = NonNullable<PublicationView['comparison']>['nearest'][number];

/** The verdict of the comparison and the most similar protocols, each with its differences on demand. */
export function SimilarProtocols({ view }: { view: PublicationView }) {
  const { t } = useTranslation('publishing');
  const community = useCommunityName();
  const { comparison, registered, protocol_id, publication_id } = view;
  if (!comparison) return null;
  const { classification, status, existing_protocol_id } = comparison;
  const similarProtocols = comparison.nearest.filter((protocol) => protocol.protocol_id !== protocol_id);
  const name = comparison.nearest.find((protocol) => protocol.protocol_id === existing_protocol_id)?.name ?? '';
  const verdict =
    registered === 'own'
      ? t('update')
      : registered === 'foreign'
        ? t('foreign')
        : t(`verdict.${classification}`, { name: isolatedName(name), community });
  return (
    <section className="col" data-testid="similar">
      <h3>{t('compared')}</h3>
      {registered === 'foreign' || (status === 'blocked' && registered === null) ? (
        <Banner role="status">
          <span>{verdict}</span>
        </Banner>
      ) : (
        <p>{verdict}</p>
      )}
      {similarProtocols.length > 0 && (
        <ul className={styles.list}>
          {similarProtocols.map((protocol) => (
            <SimilarItem key={protocol.protocol_id} projectId={publication_id} protocol={protocol} />
          ))}
        </ul>
      )}
    </section>
  );
}

function SimilarItem({ projectId, protocol }: { projectId: string; protocol: SimilarProtocol }) {
  const { t, i18n } = useTranslation('publishing');
  const [open, setOpen] = useState(false);
  const { data, error } = useDifferences(projectId, protocol.protocol_id, open);
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(protocol.similarity);
  const changes = data ? playerChanges(data) : [];
  return (
    <li data-near={protocol.protocol_id}>
      <div className="row wrap">
        <b className="truncate">
          <bdi>{escapeInvisible(protocol.name)}</bdi>
        </b>
        <span className="mono small faint">{shortHash(protocol.protocol_id)}</span>
        <Tag>{t(`near.${protocol.classification}`)}</Tag>
        <span className="small dim">{t('alike', { percent })}</span>
        <TextButton className="end small" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t(open ? 'differs_hide' : 'differs')}
          <span className="offscreen"> {escapeInvisible(protocol.name)}</span>
        </TextButton>
      </div>
      {open && error && <ProblemLine problem={asProblem(error)} />}
      {open && data && (
        <div className={styles.changes}>
          {changes.length === 0 ? t('no_difference') : <ChangeList changes={changes} />}
        </div>
      )}
    </li>
  );
}
