import { IconAlertTriangle } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { IdentityOffer } from '../../shared/bridge/contract.ts';
import { escapeInvisible } from '../../shared/peer-text.ts';
import { AboutCommunity, useCommunityName } from '../core/community-name.ts';
import { useBridge } from '../core/context.tsx';
import { asProblem } from '../core/problem.ts';
import { useAction } from '../core/use-action.ts';
import { LinkedInvitation } from '../trust/LinkedInvitation.tsx';
import { SentenceSpace } from '../ui/SentenceSpace.tsx';
import { TextButton } from '../ui/TextButton.tsx';
import { CommunityTestResult } from './CommunityTestResult.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { IdentityChoice, needsChoice, useIdentityChoice, useIdentityOffer } from './IdentityChoice.tsx';
import { useCommunityTest } from './queries.ts';

interface ForeignTableDialogProps {
  server: string;
  postId: string;
  onClose(): void;
}

/** Follows a link to a table at another community: asks, switches to the community, and opens the table's sheet without joining. */
export function ForeignTableDialog({ server, postId, onClose }: ForeignTableDialogProps) {
  const { t } = useTranslation('settings');
  const bridge = useBridge();
  const [, navigate] = useLocation();
  const community = useCommunityName();
  /** Nothing is sent to the address in a link before the person has seen it. */
  const [asked, setAsked] = useState(false);
  const test = useCommunityTest(asked ? server : null);
  const { busy, problem, run } = useAction();
  const result = test.error ? undefined : test.data;
  const loadOffer = useIdentityOffer();
  const [offer, setOffer] = useState<IdentityOffer | null>(null);
  const choice = useIdentityChoice();
  const ask = () => void run(() => loadOffer(server).then(setOffer)).then((loaded) => loaded && setAsked(true));
  const [showsCommunity, setShowsCommunity] = useState(false);
  const detailsId = useId();
  const switchCommunity = async () => {
    const consent = result?.needs_consent ? { allow_plain_http: true } : {};
    const switched = await run(async () => {
      await choice.apply(server);
      await bridge.community.use({ url: server, ...consent });
    });
    if (!switched) return;
    onClose();
    navigate(`/?table=${postId}`);
  };
  return (
    <AboutCommunity value={server}>
      <ConfirmDialog
        title={t('there.title')}
        lead={
          <>
            {t('there.lead', { address: escapeInvisible(server), community })}
            <SentenceSpace />
            {t(asked ? 'there.asked' : 'there.unasked')}
          </>
        }
        confirmLabel={t(asked ? 'there.go' : 'there.ask')}
        danger={result?.needs_consent ?? false}
        busy={busy}
        problem={problem ?? (test.error && asProblem(test.error))}
        ready={!asked || ((result?.reachable ?? false) && choice.ready)}
        onConfirm={() => (asked ? void switchCommunity() : ask())}
        onClose={onClose}
      >
        {asked && (result?.reachable ?? !test.error) && <LinkedInvitation server={server} postId={postId} />}
        {asked && !result && !test.error && (
          <p className="small dim" role="status">
            {t('there.asking')}
          </p>
        )}
        {result?.reachable && (
          <TextButton
            className="start"
            aria-expanded={showsCommunity}
            aria-controls={detailsId}
            onClick={() => setShowsCommunity(!showsCommunity)}
          >
            {t(showsCommunity ? 'there.fewer' : 'there.about')}
          </TextButton>
        )}
        {result && (showsCommunity || !result.reachable) && (
          <div id={detailsId}>
            <CommunityTestResult result={result} />
          </div>
        )}
        {result?.needs_consent && (
          <p className="row top">
            <IconAlertTriangle size={20} stroke={1.75} className="warn" aria-hidden="true" />
            <span className="grow measure">{t('plain_http.lead', { address: escapeInvisible(server) })}</span>
          </p>
        )}
        {result?.reachable && offer && needsChoice(offer) && <IdentityChoice offer={offer} choice={choice} />}
        {result?.reachable && <p className="small dim">{t(choice.chosen.own ? 'there.stays_own' : 'there.stays')}</p>}
      </ConfirmDialog>
    </AboutCommunity>
  );
}
