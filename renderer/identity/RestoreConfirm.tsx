import { IconAlertTriangle } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KeyLookup } from '../../shared/bridge/contract.ts';
import { sameCommunity } from '../../shared/community/address.ts';
import { cleanName } from '../../shared/peer-text.ts';
import { useAddressName, useCommunityName } from '../core/community-name.ts';
import { useApp, useBridge } from '../core/context.tsx';
import { useAction } from '../core/use-action.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Identicon } from '../ui/Identicon.tsx';
import { PeerName } from '../ui/PeerName.tsx';
import { useFormCheck } from '../ui/use-form-check.ts';
import { KeyFields } from './KeyFields.tsx';
import { nameFault } from './name-error.ts';
import styles from './WelcomePage.module.css';
import { WelcomePage } from './WelcomePage.tsx';

interface RestoreConfirmProps {
  words: string[];
  server: string | null;
  foundKey: KeyLookup;
  onBack(): void;
}

/** The last step of restoring a key: what the community knows about it, what is not restored, and a name for it. */
export function RestoreConfirm({ words, server, foundKey, onBack }: RestoreConfirmProps) {
  const { t } = useTranslation('identity');
  const { t: tNetwork } = useTranslation('network');
  const bridge = useBridge();
  const community = useApp((app) => app.community);
  const { known: knownAgent, name_here, problem: lookupProblem } = foundKey;
  const [fields, setFields] = useState({ nickname: knownAgent?.nickname ?? name_here ?? '', passphrase: '' });
  const { busy, problem, run } = useAction();
  const { checked, check } = useFormCheck();
  const name = cleanName(fields.nickname);
  // An unreachable community may still know the name.
  const isNameOptional = lookupProblem !== null;
  const currentName = useCommunityName();
  const addressName = useAddressName();
  const communityName = server === null ? currentName : addressName(server);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fault = nameFault(fields.nickname);
    const isValid = fault === null || (fault === 'missing' && isNameOptional);
    if (!check(event.currentTarget, isValid) || busy) return;
    const needsSwitch = server !== null && !sameCommunity(server, community.url);
    const succeeded = await run(async () => {
      if (needsSwitch) await bridge.community.use({ url: server, allow_plain_http: foundKey.needs_consent });
      await bridge.identity.recover({ ...(name && { nickname: name }), words, passphrase: fields.passphrase || null });
    });
    if (succeeded || !needsSwitch) return;
    // Returns to the community that was in use before.
    await bridge.community.use({ url: community.embedded ? null : community.url }).catch(() => {});
  };

  const lookupState = knownAgent ? 'known' : lookupProblem ? 'unreachable' : 'unknown';
  return (
    <WelcomePage title={t('restore.found_title')} lead={t(`restore.lead_${lookupState}`, { community: communityName })}>
      <form className={`${styles.form} col gap4`} onSubmit={submit} noValidate>
        {knownAgent && (
          <Card>
            <div className="row" data-testid="restored">
              <Identicon publicKey={foundKey.public_key} size={44} />
              <div className="grow">
                <p className="strong">
                  <PeerName name={knownAgent.nickname} />
                </p>
                <p className="small dim">
                  {t('restore.standing', { rating: knownAgent.rating, count: knownAgent.games_played })}
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
          nameNote={t(`restore.name_${lookupState}`)}
          checked={checked}
          nameOptional={isNameOptional}
          problem={problem}
        />
        <div className={`${styles.actions} row wrap gap3`}>
          <Button type="submit" variant="primary" size="lg" aria-disabled={busy || undefined}>
            {busy ? t('restore.busy') : t('restore.do')}
          </Button>
          <Button variant="quiet" size="lg" onClick={onBack}>
            {t('back')}
          </Button>
        </div>
      </form>
    </WelcomePage>
  );
}
