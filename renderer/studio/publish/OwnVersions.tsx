import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Lineage } from '../../../shared/bridge/contract.ts';
import { limits } from '../../../shared/community/limits.ts';
import { escapeInvisible } from '../../../shared/peer-text.ts';
import { useApp } from '../../core/context.tsx';
import { asProblem } from '../../core/problem.ts';
import forms from '../../protocols/page/GovernForm.module.css';
import { useGovern, useLineage } from '../../protocols/queries.ts';
import { StatusTag } from '../../protocols/StatusTag.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { formatDay, shortHash } from '../../ui/format.ts';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { TextButton } from '../../ui/TextButton.tsx';
import styles from './Publish.module.css';

type Version = Lineage['relatives'][number];

/** The author's protocols of one family, each of which can be deprecated. */
export function OwnVersions({ protocolId }: { protocolId: string }) {
  const { t, i18n } = useTranslation('publishing');
  const ownKey = useApp(({ identity }) => identity?.public_key ?? null);
  const { data, refetch } = useLineage(protocolId);
  const [deprecatingId, setDeprecatingId] = useState<string | null>(null);
  const ownVersions = (data?.relatives ?? []).filter(({ author_public_key }) => author_public_key === ownKey);
  if (ownVersions.length === 0) return null;
  return (
    <section className="col">
      <h3>{t('versions')}</h3>
      <ul className={styles.list}>
        {ownVersions.map((version) => {
          const { protocol_id, name, status, family, created_at } = version;
          const isDeprecating = deprecatingId === protocol_id;
          return (
            <li key={protocol_id} data-version={protocol_id}>
              <div className="row wrap">
                <b className="truncate">
                  <bdi>{escapeInvisible(name)}</bdi>
                </b>
                <span className="mono small faint">{shortHash(protocol_id)}</span>
                <StatusTag status={status} />
                {protocol_id === protocolId && <Tag>{t('this')}</Tag>}
                <span className="small faint">{created_at !== null && formatDay(i18n.language, created_at)}</span>
                {family !== null && status !== 'deprecated' && !isDeprecating && (
                  <TextButton className="end small" onClick={() => setDeprecatingId(protocol_id)}>
                    {t('deprecate')}
                    <span className="offscreen"> {shortHash(protocol_id)}</span>
                  </TextButton>
                )}
              </div>
              {isDeprecating && family !== null && (
                <DeprecationForm
                  version={version}
                  family={family}
                  onClose={() => {
                    setDeprecatingId(null);
                    void refetch();
                  }}
                />
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface DeprecateProps {
  version: Version;
  family: string;
  onClose(): void;
}

function DeprecationForm({ version, family, onClose }: DeprecateProps) {
  const { t } = useTranslation('publishing');
  const govern = useGovern();
  const [reason, setReason] = useState('');
  return (
    <form
      className="col"
      onSubmit={(event) => {
        event.preventDefault();
        const deprecated_reason = reason.trim() === '' ? null : reason.trim();
        const change = { protocol: version.protocol_id, family, status: 'deprecated', deprecated_reason } as const;
        if (!govern.isPending) govern.mutate(change, { onSuccess: onClose });
      }}
    >
      <Field label={t('deprecate_reason')} note={t('deprecate_note')}>
        {(ids) => (
          <textarea
            {...ids}
            className={forms.input}
            rows={2}
            maxLength={limits.status_reason_characters}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
      </Field>
      {govern.error && <ProblemLine problem={asProblem(govern.error)} />}
      <div className="row">
        <Button size="sm" onClick={onClose}>
          {t('deprecate_keep')}
        </Button>
        <Button size="sm" variant="danger" type="submit" disabled={govern.isPending}>
          {t('deprecate')}
        </Button>
      </div>
    </form>
  );
}
