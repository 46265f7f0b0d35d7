import { IconShieldCheck } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Consent } from '../../shared/bridge/contract.ts';
import { escapeInvisible } from '../../shared/peer-text.ts';
import { useApp, useBridge } from '../core/context.tsx';
import { asProblem } from '../core/problem.ts';
import { toast } from '../core/toast.ts';
import { useAction } from '../core/use-action.ts';
import { useLabels } from '../core/use-labels.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { formatDayTime, shortHash } from '../ui/format.ts';
import { Identicon } from '../ui/Identicon.tsx';
import { PersonLink } from '../ui/PersonLink.tsx';
import { ProblemLine } from '../ui/ProblemLine.tsx';
import { SkeletonRows } from '../ui/SkeletonRows.tsx';
import { Toggle } from '../ui/Toggle.tsx';
import { useConsents } from './queries.ts';
import { SettingRow, SettingsSection } from './Section.tsx';
import { useChangeSettings } from './use-change-settings.tsx';

/** Accepted boards of other authors, and whether further ones are accepted automatically. */
export function Consents() {
  const { t } = useTranslation('settings');
  const { accept_ui, accept_host_ui } = useApp((app) => app.settings);
  const { change, outcome } = useChangeSettings();
  const { data, error, isPending } = useConsents();
  return (
    <SettingsSection title={t('section.consents')} lead={t('consent.lead')}>
      {isPending && <SkeletonRows rows={2} />}
      {error && <ProblemLine problem={asProblem(error)} />}
      {data?.length === 0 && (
        <EmptyState
          icon={<IconShieldCheck size={28} stroke={1.5} className="good" aria-hidden="true" />}
          title={t('consent.none')}
        >
          {t('consent.none_note')}
        </EmptyState>
      )}
      {data?.map((consent) => (
        <ConsentCard key={`${consent.manifest_hash} ${consent.protocol_id} ${consent.source}`} consent={consent} />
      ))}
      <Card title={t('consent.unasked')}>
        <SettingRow label={t('consent.authors')} note={t('consent.authors_note')}>
          <Toggle label={t('consent.authors')} on={accept_ui} onChange={(on) => change({ accept_ui: on })} />
        </SettingRow>
        <SettingRow label={t('consent.hosts')} note={t('consent.hosts_note')}>
          <Toggle label={t('consent.hosts')} on={accept_host_ui} onChange={(on) => change({ accept_host_ui: on })} />
        </SettingRow>
      </Card>
      {outcome}
    </SettingsSection>
  );
}

function ConsentCard({ consent }: { consent: Consent }) {
  const { t, i18n } = useTranslation('settings');
  const id = useId();
  const bridge = useBridge();
  const queries = useQueryClient();
  const { busy, problem, run } = useAction();
  const { source, protocol_name, protocol_id, manifest_hash, author, accepted_at } = consent;
  const labels = useLabels(protocol_id);
  const game = protocol_name === null ? shortHash(protocol_id) : escapeInvisible(labels.name(protocol_name));
  const revoke = async () => {
    const succeeded = await run(async () => {
      await bridge.protocols.revoke_consent({ manifest_hash });
      await queries.invalidateQueries({ queryKey: ['consents'] });
    });
    if (succeeded) toast(t('consent.revoked', { game }));
  };
  return (
    <Card bodyClassName="col gap3">
      <div className="row wrap gap3" data-consent={manifest_hash}>
        <Identicon publicKey={author.public_key} size={36} />
        <div className="grow">
          <b id={id}>{game}</b>
          <div className="small dim">
            {t(`consent.source.${source}`)} <PersonLink person={author} />,{' '}
            {t('consent.at', { at: formatDayTime(i18n.language, accepted_at) })}
          </div>
          <span className="faint small">
            <CopyButton value={manifest_hash} label={shortHash(manifest_hash)} />
          </span>
        </div>
        <Button aria-describedby={id} aria-disabled={busy || undefined} onClick={() => void revoke()}>
          {t('consent.revoke')}
        </Button>
      </div>
      {problem && <ProblemLine problem={problem} />}
    </Card>
  );
}
