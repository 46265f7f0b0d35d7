import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBridge } from '../app/context.tsx';
import type { Problem } from '../app/problem.ts';
import { visible } from '../look/peer-text.ts';
import { Ask } from './Ask.tsx';
import { useDeed } from './asking.ts';

interface Move {
  busy: boolean;
  problem: Problem | null;
  /** Goes there; an unencrypted address is confirmed first, where that is known or main says so. */
  to(url: string | null, exposed: boolean): void;
  /** The question whether an unencrypted address is meant. */
  dialog: ReactNode;
}

/** Changes the community that this Parlor belongs to. */
export function useMove(): Move {
  const { t } = useTranslation('settings');
  const bridge = useBridge();
  const { busy, problem, run } = useDeed();
  const [confirming, setConfirming] = useState<string | null>(null);
  const go = (url: string | null, allow_plain_http: boolean) =>
    run(() => bridge.community.use({ url, ...(allow_plain_http ? { allow_plain_http } : {}) }));
  return {
    busy,
    // That it is not encrypted is asked, not told.
    problem: problem?.code === 'plain_http' ? null : problem,
    to(url, exposed) {
      if (url !== null && exposed) setConfirming(url);
      else
        void run(async () => {
          await bridge.community.use({ url }).catch((error: unknown) => {
            if (url === null || (error as { code?: unknown }).code !== 'plain_http') throw error;
            setConfirming(url);
          });
        });
    },
    dialog: confirming !== null && (
      <Ask
        title={t('plain_http.title')}
        lead={t('plain_http.lead', { address: visible(confirming) })}
        does={t('plain_http.do')}
        danger
        busy={busy}
        problem={problem}
        ready
        onDo={() => void go(confirming, true).then((gone) => gone && setConfirming(null))}
        onClose={() => setConfirming(null)}
      />
    ),
  };
}
