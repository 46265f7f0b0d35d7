import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListedIdentity } from '../../shared/bridge/contract.ts';
import { isolatedName } from '../../shared/peer-text.ts';
import { useBridge } from '../core/context.tsx';
import { useAction } from '../core/use-action.ts';
import { Button } from '../ui/Button.tsx';
import { Identicon } from '../ui/Identicon.tsx';
import { ProblemLine } from '../ui/ProblemLine.tsx';

/** Other identities on this computer, as an alternative to unlocking this one. */
export function OtherIdentities() {
  const { t } = useTranslation('identity');
  const bridge = useBridge();
  const [others, setOthers] = useState<ListedIdentity[]>([]);
  const { busy, problem, run } = useAction();
  useEffect(() => {
    let mounted = true;
    bridge.identity.list({}).then(
      ({ identities }) => mounted && setOthers(identities.filter(({ in_use, problem }) => !in_use && problem === null)),
      () => {},
    );
    return () => {
      mounted = false;
    };
  }, [bridge]);
  if (others.length === 0) return null;
  return (
    <section className="col" aria-label={t('locked.others')}>
      <h2 className="h3">{t('locked.others')}</h2>
      <ul className="row wrap">
        {others.map(
          ({ public_key, nickname }) =>
            public_key !== null && (
              <li key={public_key}>
                <Button
                  aria-disabled={busy || undefined}
                  onClick={() => void run(() => bridge.identity.use({ public_key }))}
                >
                  <Identicon publicKey={public_key} size={20} />
                  {t('locked.as', { name: isolatedName(nickname ?? '') })}
                </Button>
              </li>
            ),
        )}
      </ul>
      {problem && <ProblemLine problem={problem} />}
    </section>
  );
}
