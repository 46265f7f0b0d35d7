import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { escapeInvisible, isolatedName } from '../../shared/peer-text.ts';
import { useBridge } from '../core/context.tsx';
import { useLabelBook } from '../core/use-labels.ts';
import { Identicon } from '../ui/Identicon.tsx';
import { ModeBadge } from '../ui/ModeBadge.tsx';

/** Who invites to what, for a link to a community at which this identity is not registered; the community's claim, not verified. */
export function LinkedInvitation({ server, postId }: { server: string; postId: string }) {
  const { t } = useTranslation('network');
  const bridge = useBridge();
  const book = useLabelBook();
  const { data, isError } = useQuery({
    queryKey: ['linked-invitation', server, postId],
    refetchOnWindowFocus: false,
    queryFn: () => bridge.community.invitation({ url: server, post_id: postId }),
  });
  if (!data && !isError)
    return (
      <p className="small dim" role="status">
        {t('invitation.asking')}
      </p>
    );
  if (!data?.invitation) return <p className="dim">{t('invitation.unknown')}</p>;
  const { host, protocol_id, protocol_name, options, host_control_mode } = data.invitation;
  const labels = book.labelsFor(protocol_id);
  const terms = labels.options(options);
  const host_name = isolatedName(host.nickname);
  return (
    <div className="row" data-testid="linked-invitation">
      <Identicon publicKey={host.public_key} mode={host_control_mode} size={40} />
      <div className="grow">
        <p className="strong" role="status">
          {protocol_name === null
            ? t('invitation.unnamed', { name: host_name })
            : t('invitation.named', { name: host_name, game: escapeInvisible(labels.name(protocol_name)) })}
        </p>
        <p className="row wrap small dim">
          <span>{host.rating}</span>
          <ModeBadge mode={host_control_mode} claimed />
          {terms !== '' && <span>{terms}</span>}
        </p>
      </div>
    </div>
  );
}
