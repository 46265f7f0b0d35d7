import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { IdentityOffer } from '../../shared/bridge/contract.ts';
import { escapeInvisible } from '../../shared/peer-text.ts';
import { useBridge } from '../core/context.tsx';
import { asProblem, type Problem } from '../core/problem.ts';
import { useAction } from '../core/use-action.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { IdentityChoice, needsChoice, useIdentityChoice, useIdentityOffer } from './IdentityChoice.tsx';

interface CommunitySwitch {
  busy: boolean;
  problem: Problem | null;
  /**
   * Switches. Asks first if the address is unencrypted (`needsConsent`, or main rejects with `plain_http`), or if a key is about to be
   * used in a second community.
   */
  switchTo(url: string | null, needsConsent: boolean): void;
  /** The questions, if there are any. */
  dialog: ReactNode;
}

interface Questions {
  url: string;
  isExposed: boolean;
  offer: IdentityOffer | null;
}

/** Switches this Parlor to another community. */
export function useSwitchCommunity(): CommunitySwitch {
  const { t } = useTranslation('settings');
  const bridge = useBridge();
  const { busy, problem, run } = useAction();
  const [questions, setQuestions] = useState<Questions | null>(null);
  const loadOffer = useIdentityOffer();
  const choice = useIdentityChoice();

  async function begin(url: string | null, isExposed: boolean): Promise<void> {
    if (url === null) return void (await bridge.community.use({ url }));
    const offer = await loadOffer(url);
    if (isExposed || needsChoice(offer)) return setQuestions({ url, isExposed, offer });
    await bridge.community.use({ url }).catch((error: unknown) => {
      if (asProblem(error).code !== 'plain_http') throw error;
      setQuestions({ url, isExposed: true, offer });
    });
  }

  async function finish({ url, isExposed }: Questions): Promise<void> {
    const consent = isExposed ? { allow_plain_http: true } : {};
    await choice.apply(url);
    await bridge.community.use({ url, ...consent }).catch((error: unknown) => {
      if (isExposed || asProblem(error).code !== 'plain_http') throw error;
      setQuestions((asked) => asked && { ...asked, isExposed: true });
      throw error;
    });
    setQuestions(null);
  }

  return {
    busy,
    // `plain_http` is handled by the confirmation.
    problem: problem?.code === 'plain_http' ? null : problem,
    switchTo: (url, needsConsent) => void run(() => begin(url, needsConsent)),
    dialog: questions !== null && (
      <ConfirmDialog
        title={t(questions.isExposed ? 'plain_http.title' : 'own_identity.title')}
        lead={questions.isExposed && t('plain_http.lead', { address: escapeInvisible(questions.url) })}
        confirmLabel={t(questions.isExposed ? 'plain_http.do' : 'community.go')}
        danger={questions.isExposed}
        busy={busy}
        problem={problem?.code === 'plain_http' ? null : problem}
        ready={choice.ready}
        onConfirm={() => void run(() => finish(questions))}
        onClose={() => setQuestions(null)}
      >
        {questions.offer && needsChoice(questions.offer) && (
          <IdentityChoice offer={questions.offer} choice={choice} isAsked={!questions.isExposed} />
        )}
      </ConfirmDialog>
    ),
  };
}
