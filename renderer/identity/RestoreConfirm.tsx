import { IconAlertTriangle } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FoundKey } from '../../shared/bridge/contract.ts';
import { sameCommunity } from '../../shared/community/address.ts';
import { typedName } from '../../shared/peer-text.ts';
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

interface RestoreConfirmProps {
  words: string[];
  server: string | null;
  foundKey: FoundKey;
  onBack(): void;
}

/** The last step of restoring a key: what the community knows about it, what is not restored, and a name for it. */
export function RestoreConfirm({ words, server, foundKey, onBack }: RestoreConfirmProps) {
  const { t } = useTranslation('identity');
  const { t: tNetwork } = useTranslation('network');
  const bridge = useBridge();
  const community = useApp((app) => app.community);
  const { known, name_here, problem: lookupProblem } = foundKey;
  const [fields, setFields] = useState({ nickname: known?.nickname ?? name_here ?? '', passphrase: '' });
  const { busy, problem, run } = useAction();
  const [submitted, setSubmitted] = useState(false);
  const name = typedName(fields.nickname);
  // An unreachable community may still know the name.
  const nameMissing = name === '' && lookupProblem === null;
  const currentName = useCommunityName();
  const addressName = useAddressName();
  const communityName = server === null ? currentName : addressName(server);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (busy || nameMissing) return;
    const needsSwitch = server !== null && !sameCommunity(server, community.url);
    const recovered = await run(async () => {
      if (needsSwitch) await bridge.community.use({ url: server, allow_plain_http: foundKey.needs_consent });
      await bridge.identity.recover({ ...(name && { nickname: name }), words, passphrase: fields.passphrase || null });
    });
    if (recovered || !needsSwitch) return;
    // Returns to the community that was in use before.
    await bridge.community.use({ url: community.embedded ? null : community.url }).catch(() => {});
  };

  const state = known ? 'known' : lookupProblem ? 'unreachable' : 'unknown';
  return (
    <WelcomePage title={t('restore.found_title')} lead={t(`restore.lead_${state}`, { community: communityName })}>
      <form className={`${styles.form} col gap4`} onSubmit={submit} noValidate>
        {known && (
          <Card>
            <div className="row" data-testid="restored">
              <Identicon publicKey={foundKey.public_key} size={44} />
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
        {server !== null && foundKey.needs_consent && (
          <p className="row top small">
            <IconAlertTriangle size={18} stroke={1.75} className="warn" aria-hidden="true" />
            <span>{tNetwork('by_link.plain')}</span>
          </p>
        )}
        <KeyFields
          value={fields}
          onChange={setFields}
          nameNote={t(`restore.name_${state}`)}
          nameMissing={submitted && nameMissing}
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
