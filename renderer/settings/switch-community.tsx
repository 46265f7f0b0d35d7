import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { escapeInvisible } from '../../shared/peer-text.ts';
import { useBridge } from '../core/context.tsx';
import { asProblem, type Problem } from '../core/problem.ts';
import { useAction } from '../core/use-action.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

interface CommunitySwitch {
  busy: boolean;
  problem: Problem | null;
  /** Switches; asks for confirmation first if the address is unencrypted (`needsConsent`, or main rejects with `plain_http`). */
  switchTo(url: string | null, needsConsent: boolean): void;
  /** The confirmation, if open. */
  dialog: ReactNode;
}

/** Switches this Parlor to another community. */
export function useSwitchCommunity(): CommunitySwitch {
  const { t } = useTranslation('settings');
  const bridge = useBridge();
  const { busy, problem, run } = useAction();
  const [confirmingUrl, setConfirmingUrl] = useState<string | null>(null);
  const switchTo = (url: string | null, allow_plain_http: boolean) =>
    run(() => bridge.community.use({ url, ...(allow_plain_http ? { allow_plain_http } : {}) }));
  return {
    busy,
    // `plain_http` is handled by the confirmation.
    problem: problem?.code === 'plain_http' ? null : problem,
    switchTo(url, needsConsent) {
      if (url !== null && needsConsent) setConfirmingUrl(url);
      else
        void run(async () => {
          await bridge.community.use({ url }).catch((error: unknown) => {
            if (url === null || asProblem(error).code !== 'plain_http') throw error;
            setConfirmingUrl(url);
          });
        });
    },
    dialog: confirmingUrl !== null && (
      <ConfirmDialog
        title={t('plain_http.title')}
        lead={t('plain_http.lead', { address: escapeInvisible(confirmingUrl) })}
        confirmLabel={t('plain_http.do')}
        danger
        busy={busy}
        problem={problem}
        ready
        onConfirm={() => void switchTo(confirmingUrl, true).then((switched) => switched && setConfirmingUrl(null))}
        onClose={() => setConfirmingUrl(null)}
      />
    ),
  };
}
