import { IconAlertTriangle } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FoundKey } from '../../shared/bridge/contract.ts';
import { sameCommunity } from '../../shared/community/address.ts';
import { useAddressName, useCommunityName } from '../core/community-name.ts';
import { useApp, useBridge } from '../core/context.tsx';
import { useAction } from '../core/use-action.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Identicon } from '../ui/Identicon.tsx';
import { PeerName } from '../ui/PeerName.tsx';
import { KeyFields } from './KeyFields.tsx';
import styles from './WelcomePage.module.css';
import { WelcomePage } from './WelcomePage.tsx';

interface RestoreFoundProps {
  words: string[];
  server: string | null;
  found: FoundKey;
  onBack(): void;
}

/** What the community knows about the key, what is not restored, and its name. */
export function RestoreFound({ words, server, found, onBack }: RestoreFoundProps) {
  const { t } = useTranslation('identity');
  const { t: network } = useTranslation('network');
  const bridge = useBridge();
  const community = useApp((app) => app.community);
  const { known, name_here, problem: lookupProblem } = found;
  const [fields, setFields] = useState({ nickname: known?.nickname ?? name_here ?? '', passphrase: '' });
  const { busy, problem, run } = useAction();
  const [tried, setTried] = useState(false);
  const name = fields.nickname.trim();
  // An unreachable community may still know the name.
  const nameMissing = name === '' && lookupProblem === null;
  const nameHere = useCommunityName();
  const addressName = useAddressName();
  const communityName = server === null ? nameHere : addressName(server);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (busy || nameMissing) return;
    const switches = server !== null && !sameCommunity(server, community.url);
    const recovered = await run(async () => {
      if (switches) await bridge.community.use({ url: server, allow_plain_http: found.needs_consent });
      await bridge.identity.recover({ ...(name && { nickname: name }), words, passphrase: fields.passphrase || null });
    });
    if (recovered || !switches) return;
    await bridge.community.use({ url: community.embedded ? null : community.url }).catch(() => {});
  };

  const state = known ? 'known' : lookupProblem ? 'unreachable' : 'unknown';
  return (
    <WelcomePage title={t('restore.found_title')} lead={t(`restore.lead_${state}`, { community: communityName })}>
      <form className={`${styles.form} col gap4`} onSubmit={submit} noValidate>
        {known && (
          <Card>
            <div className="row" data-testid="restored">
              <Identicon publicKey={found.public_key} size={44} />
              <div className="grow">
                <p className="strong">
                  <PeerName name={known.nickname} />
                </p>
                <p className="small dim">
                  {t('restore.standing', { rating: known.rating, count: known.games_played })}
                </p>
              </div>
            </div>
          </Card>
        )}
        <p className="small dim measure">{t('restore.not_restored')}</p>
        {server !== null && found.needs_consent && (
          <p className="row top small">
            <IconAlertTriangle size={18} stroke={1.75} className="warn" aria-hidden="true" />
            <span>{network('by_link.plain')}</span>
          </p>
        )}
        <KeyFields
          value={fields}
          onChange={setFields}
          nameNote={t(`restore.name_${state}`)}
          nameMissing={tried && nameMissing}
          problem={problem}
        />
        <div className="row wrap gap3">
          <Button type="submit" look="primary" size="big" aria-disabled={busy || undefined}>
            {busy ? t('restore.busy') : t('restore.do')}
          </Button>
          <Button look="quiet" size="big" onClick={onBack}>
            {t('back')}
          </Button>
        </div>
      </form>
    </WelcomePage>
  );
}
