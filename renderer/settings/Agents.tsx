import { IconRobot } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { McpClient, Permissions } from '../../shared/bridge/contract.ts';
import { noPermissions } from '../../shared/bridge/no-permissions.ts';
import { readProtocols } from '../../shared/bridge/read-all.ts';
import { escapeInvisible, isolatedName } from '../../shared/peer-text.ts';
import { allowsAnything, PermissionFields } from '../clients/PermissionFields.tsx';
import { useClients } from '../clients/use-clients.ts';
import { useAgent } from '../core/agent-profile.ts';
import { useBridge, useContactName } from '../core/context.tsx';
import { asProblem } from '../core/problem.ts';
import { protocolPath } from '../core/protocol-paths.ts';
import { profilePath } from '../core/rooms.ts';
import { toast } from '../core/toast.ts';
import { useAction } from '../core/use-action.ts';
import { useChange } from '../core/use-change.ts';
import { useLabels } from '../core/use-labels.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { CopyField } from '../ui/CopyField.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { formatDayTime, shortHash } from '../ui/format.ts';
import { ProblemLine } from '../ui/ProblemLine.tsx';
import { SkeletonRows } from '../ui/SkeletonRows.tsx';
import { Tag } from '../ui/Tag.tsx';
import { SettingRow, SettingsSection } from './Section.tsx';

/** Clients that play over MCP: what each may do, and whose texts they may read. */
export function Agents() {
  const { t } = useTranslation('clients');
  const { data, error, isPending } = useClients();
  return (
    <SettingsSection title={t('title')} lead={t('lead')}>
      {isPending && <SkeletonRows rows={2} />}
      {error && <ProblemLine problem={asProblem(error)} />}
      {data?.clients.length === 0 && (
        <EmptyState icon={<IconRobot size={28} stroke={1.5} aria-hidden="true" />} title={t('none')}>
          {t('none_note')}
        </EmptyState>
      )}
      {data?.clients.map((client) => (
        <ClientCard key={client.client_id} client={client} />
      ))}
      <Card>
        <CopyField label={t('command')} value="parlor mcp" />
        <p className="small dim measure">{t('command_note')}</p>
      </Card>
      {data && <ReleasesCard {...data.releases} />}
    </SettingsSection>
  );
}

function ClientCard({ client }: { client: McpClient }) {
  const { t, i18n } = useTranslation('clients');
  const id = useId();
  const bridge = useBridge();
  const { busy, problem, run } = useAction();
  const { client_id, name, permissions, connected, last_seen_at, tables } = client;
  // Shown while they are being saved, so that the next change builds on them.
  const allowance = useChange((next: Permissions) => bridge.clients.allow({ client_id, permissions: next }));
  const granted = allowance.pending ?? permissions ?? noPermissions;
  const allowed = allowsAnything(granted);
  const runAndToast = async (action: () => Promise<unknown>, text: string) => {
    if (await run(action)) toast(text);
  };
  return (
    <Card bodyClassName="col gap3">
      <div className="row wrap gap3" data-client={client_id}>
        <IconRobot size={28} stroke={1.5} aria-hidden="true" />
        <div className="grow">
          <div className="row wrap">
            <b id={id}>
              <bdi>{escapeInvisible(name) || t('unnamed')}</bdi>
            </b>
            {connected && <Tag tone="good">{t('connected')}</Tag>}
            {permissions === null ? (
              <Tag tone="warn">{t('undecided')}</Tag>
            ) : (
              !allowed && <Tag tone="bad">{t('refused')}</Tag>
            )}
          </div>
          <div className="small dim">
            {t('last_seen', { at: formatDayTime(i18n.language, last_seen_at) })}
            {tables.map((table_id) => (
              <span key={table_id}>
                {' · '}
                <Link href={`/tables/${table_id}`}>{t('at_table', { table: table_id.slice(0, 6) })}</Link>
              </span>
            ))}
          </div>
        </div>
        {allowed && (
          <Button
            aria-describedby={id}
            aria-disabled={busy || undefined}
            onClick={() =>
              void runAndToast(() => bridge.clients.revoke({ client_id }), t('revoked', { name: isolatedName(name) }))
            }
          >
            {t('revoke')}
          </Button>
        )}
        <Button
          aria-describedby={id}
          aria-disabled={busy || undefined}
          onClick={() =>
            void runAndToast(() => bridge.clients.forget({ client_id }), t('forgotten', { name: isolatedName(name) }))
          }
        >
          {t('forget')}
        </Button>
      </div>
      <PermissionFields permissions={granted} onChange={allowance.change} />
      {allowance.problem && <ProblemLine problem={allowance.problem} />}
      {problem && <ProblemLine problem={problem} />}
    </Card>
  );
}

/** Texts of strangers that agents may read. */
function ReleasesCard({ protocols, people }: { protocols: string[]; people: string[] }) {
  const { t } = useTranslation('clients');
  return (
    <Card title={t('releases')} bodyClassName="col gap3">
      <p className="small dim measure">{t('releases_note')}</p>
      {protocols.length + people.length === 0 && <p className="small">{t('releases_none')}</p>}
      {protocols.map((protocol_id) => (
        <ReleasedProtocol key={protocol_id} protocolId={protocol_id} />
      ))}
      {people.map((public_key) => (
        <ReleasedPerson key={public_key} publicKey={public_key} />
      ))}
    </Card>
  );
}

function ReleasedProtocol({ protocolId }: { protocolId: string }) {
  const { t } = useTranslation('clients');
  const bridge = useBridge();
  const labels = useLabels(protocolId);
  const { data } = useQuery({
    queryKey: ['protocols', 'here'],
    queryFn: async () => ({ protocols: await readProtocols(bridge) }),
  });
  const name = data?.protocols.find(({ protocol_id }) => protocol_id === protocolId)?.name ?? null;
  return (
    <SettingRow
      label={
        <Link href={protocolPath(protocolId)}>
          <bdi>{name === null ? shortHash(protocolId) : escapeInvisible(labels.name(name))}</bdi>
        </Link>
      }
      note={t('released_protocol')}
    >
      <WithdrawButton release={{ protocol_id: protocolId }} />
    </SettingRow>
  );
}

function ReleasedPerson({ publicKey }: { publicKey: string }) {
  const { t } = useTranslation('clients');
  const contact = useContactName(publicKey);
  const { data } = useAgent(publicKey);
  const name = contact?.name || data?.person.nickname;
  return (
    <SettingRow
      label={
        <Link href={profilePath(publicKey)}>
          <bdi>{name ? escapeInvisible(name) : shortHash(publicKey)}</bdi>
        </Link>
      }
      note={t('released_person')}
    >
      <WithdrawButton release={{ public_key: publicKey }} />
    </SettingRow>
  );
}

function WithdrawButton({ release }: { release: { protocol_id: string } | { public_key: string } }) {
  const { t } = useTranslation('clients');
  const bridge = useBridge();
  const { busy, problem, run } = useAction();
  return (
    <span className="row">
      {problem && <ProblemLine problem={problem} />}
      <Button
        aria-disabled={busy || undefined}
        onClick={() => void run(() => bridge.clients.release({ ...release, released: false }))}
      >
        {t('withdraw')}
      </Button>
    </span>
  );
}
