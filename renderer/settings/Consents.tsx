import { IconShieldCheck } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Consent } from '../../shared/bridge/contract.ts';
import { useApp, useBridge } from '../app/context.tsx';
import { asProblem } from '../app/problem.ts';
import { toast } from '../app/toast.ts';
import { ProblemLine } from '../identity/ProblemLine.tsx';
import { Button } from '../look/Button.tsx';
import { Card } from '../look/Card.tsx';
import { CopyButton } from '../look/CopyButton.tsx';
import { Empty } from '../look/Empty.tsx';
import { dayAndTime, shortHash } from '../look/format.ts';
import { PersonLink } from '../look/PersonLink.tsx';
import { isolated, visible } from '../look/peer-text.ts';
import { Quilt } from '../look/Quilt.tsx';
import { StillRows } from '../look/StillRows.tsx';
import { Toggle } from '../look/Toggle.tsx';
import { useConsents, useDeed } from './asking.ts';
import { Line, Part } from './Part.tsx';
import styles from './Settings.module.css';

/** The boards of others that were let in, and whether further ones are let in unasked. */
export function Consents() {
  const { t } = useTranslation('settings');
  const bridge = useBridge();
  const { accept_ui, accept_host_ui } = useApp((app) => app.settings);
  const { data, error, isPending } = useConsents();
  return (
    <Part title={t('section.consents')} lead={t('consent.lead')}>
      {isPending && <StillRows rows={2} />}
      {error && <ProblemLine problem={asProblem(error)} />}
      {data?.length === 0 && (
        <Empty
          icon={<IconShieldCheck size={28} stroke={1.5} className="good" aria-hidden="true" />}
          title={t('consent.none')}
        >
          {t('consent.none_note')}
        </Empty>
      )}
      {data?.map((consent) => (
        <ConsentCard key={`${consent.manifest_hash} ${consent.protocol_id} ${consent.source}`} consent={consent} />
      ))}
      <Card title={t('consent.unasked')}>
        <Line label={t('consent.authors')} note={t('consent.authors_note')}>
          <Toggle
            label={t('consent.authors')}
            on={accept_ui}
            onChange={(on) => void bridge.app.set_settings({ accept_ui: on })}
          />
        </Line>
        <Line label={t('consent.hosts')} note={t('consent.hosts_note')}>
          <Toggle
            label={t('consent.hosts')}
            on={accept_host_ui}
            onChange={(on) => void bridge.app.set_settings({ accept_host_ui: on })}
          />
        </Line>
      </Card>
    </Part>
  );
}

function ConsentCard({ consent }: { consent: Consent }) {
  const { t, i18n } = useTranslation('settings');
  const bridge = useBridge();
  const queries = useQueryClient();
  const { busy, problem, run } = useDeed();
  const { source, protocol_name, protocol_id, manifest_hash, author, accepted_at } = consent;
  const game = protocol_name === null ? shortHash(protocol_id) : visible(protocol_name);
  const revoke = async () => {
    const done = await run(async () => {
      await bridge.protocols.revoke_consent({ manifest_hash });
      await queries.invalidateQueries({ queryKey: ['consents'] });
    });
    if (done) toast(t('consent.revoked', { game }));
  };
  return (
    <Card>
      <div className={styles.person} data-consent={manifest_hash}>
        <Quilt publicKey={author.public_key} size={36} />
        <div className="grow">
          <b>{game}</b>
          <div className="small dim">
            {t(`consent.source.${source}`)} <PersonLink person={author} />,{' '}
            {t('consent.at', { at: dayAndTime(i18n.language, accepted_at) })}
          </div>
          <span className="faint small">
            <CopyButton value={manifest_hash} shown={shortHash(manifest_hash)} />
          </span>
        </div>
        <Button
          aria-label={t('consent.revoke_name', { game, name: isolated(author.nickname) })}
          aria-disabled={busy || undefined}
          onClick={() => void revoke()}
        >
          {t('consent.revoke')}
        </Button>
      </div>
      {problem && <ProblemLine problem={problem} />}
    </Card>
  );
}
