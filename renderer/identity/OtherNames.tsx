import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListedIdentity } from '../../shared/bridge/contract.ts';
import { useBridge } from '../app/context.tsx';
import { asProblem, type Problem } from '../app/problem.ts';
import { Button } from '../look/Button.tsx';
import { isolated } from '../look/peer-text.ts';
import { Quilt } from '../look/Quilt.tsx';
import { ProblemLine } from './ProblemLine.tsx';

/** Whoever cannot open this key may have another: the way to it, where there is one. */
export function OtherNames() {
  const { t } = useTranslation('identity');
  const bridge = useBridge();
  const [others, setOthers] = useState<ListedIdentity[]>([]);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    let current = true;
    bridge.identity.list({}).then(
      ({ identities }) => current && setOthers(identities.filter((one) => !one.in_use && one.problem === null)),
      () => {},
    );
    return () => {
      current = false;
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
                  onClick={() => {
                    setProblem(null);
                    bridge.identity.use({ public_key }).catch((error: unknown) => setProblem(asProblem(error)));
                  }}
                >
                  <Quilt publicKey={public_key} size={20} />
                  {t('locked.as', { name: isolated(nickname ?? '') })}
                </Button>
              </li>
            ),
        )}
      </ul>
      {problem && <ProblemLine problem={problem} />}
    </section>
  );
}
