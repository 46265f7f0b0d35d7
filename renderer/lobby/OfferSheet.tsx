import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Redirect, useLocation } from 'wouter';
import type { LobbyEntry, ShownTerms } from '../../shared/bridge/contract.ts';
import type { ControlMode } from '../../shared/tables/hooks.ts';
import { changedTerms, shownTermsOf } from '../../shared/tables/shown-terms.ts';
import { useApp, useBridge, useLobby } from '../core/context.tsx';
import { asProblem, type Problem } from '../core/problem.ts';
import { protocolPath } from '../core/protocol-paths.ts';
import { useLabels } from '../core/use-labels.ts';
import { useTableOfPost } from '../core/use-table.ts';
import { DeprecationNotice } from '../hosting/DeprecationNotice.tsx';
import { ByHandDialog } from '../protocols/hooks/ByHandDialog.tsx';
import { usePublishedBoard } from '../protocols/queries.ts';
import { rulesText } from '../protocols/rules-text.ts';
import { ProblemState } from '../ui/ProblemState.tsx';
import { Sheet, SheetFrame } from '../ui/Sheet.tsx';
import { Gains } from './Gains.tsx';
import { JoinFoot } from './JoinFoot.tsx';
import { OfferBoard } from './OfferBoard.tsx';
import { OfferChecks } from './OfferChecks.tsx';
import { OfferPerson } from './OfferPerson.tsx';
import { OfferGuide, OfferRules } from './OfferRules.tsx';
import { OfferTitle } from './OfferTitle.tsx';

export interface OfferSheetProps {
  postId: string;
  /** Opened by keyboard: focuses Join, so that a second Enter joins. */
  focusesJoin: boolean;
  onClose(): void;
}

/** The sheet of an open table. The address of one that the user has joined leads to the game, also by Back. */
export function OfferSheet(props: OfferSheetProps) {
  const tableId = useTableOfPost(props.postId);
  return tableId === null ? <OpenOffer {...props} /> : <Redirect to={`/tables/${tableId}`} replace />;
}

/** Everything the user agrees to by joining. Shows the row's data until the offer has loaded. */
function OpenOffer({ postId, focusesJoin, onClose }: OfferSheetProps) {
  const bridge = useBridge();
  const [, navigate] = useLocation();
  const listedEntry = useLobby((lobby) => lobby.entries.find((entry) => entry.post_id === postId));
  const ready = useApp((app) => app.phase === 'ready');
  const [lastListedEntry, setLastListedEntry] = useState(listedEntry);
  useEffect(() => {
    if (listedEntry) setLastListedEntry(listedEntry);
  }, [listedEntry]);
  const {
    data: offer = null,
    error: loadError,
    refetch,
  } = useQuery({
    queryKey: ['offer', postId, ready],
    gcTime: 0,
    refetchOnWindowFocus: false,
    placeholderData: keepPreviousData,
    queryFn: () => bridge.lobby.inspect({ post_id: postId }),
  });
  const join = useMutation({
    mutationFn: ({ mode, shown }: { mode: ControlMode; shown: ShownTerms }) =>
      bridge.tables.join({ post_id: postId, control_mode: mode, shown }),
    onSuccess: ({ table_id }) => navigate(`/tables/${table_id}`, { replace: true }),
  });
  const [isConfirming, setIsConfirming] = useState(false);
  const [rulesOpen, setRulesOpen] = useState(false);
  const [isBoardAllowed, setIsBoardAllowed] = useState(false);
  const labels = useLabels((offer ?? listedEntry ?? lastListedEntry)?.protocol_id ?? '');
  const playByHand = async (shown: ShownTerms) => {
    await bridge.tables.by_hand({ protocol_id: shown.protocol_id });
    setIsConfirming(false);
    void refetch();
    join.mutate({ mode: 'human', shown });
  };
  const boardQuery = usePublishedBoard(offer?.protocol_id ?? '', offer !== null && offer.board === null && !offer.own);
  const showAllowed = () => {
    setIsBoardAllowed(true);
    void refetch();
  };
  const publishedBoard = offer?.board && !isBoardAllowed ? null : (boardQuery.data?.board ?? null);
  const problemOf = (error: Error | null) => error && asProblem(error);
  const loadProblem = problemOf(loadError);
  // Expected while the identity is registering; the query runs again when that is done.
  const isRegistering = !ready && loadProblem?.code === 'unregistered_key';
  const problem = problemOf(join.error) ?? (isRegistering || !join.isIdle ? null : loadProblem);
  const entry = offer
    ? { ...offer, ...newsOf(listedEntry), refusal: listedEntry?.refusal ?? offer.refusal }
    : (listedEntry ?? lastListedEntry);
  if (!entry) return <OfferLoading problem={problem} onClose={onClose} />;
  // A table that was never in the list is not gone: it is unlisted, or was opened by link before the list loaded.
  const goneProblem: Problem | null = lastListedEntry && !listedEntry ? { code: 'invitation_gone', message: '' } : null;
  const ownTableProblem: Problem | null = entry.own ? { code: 'own_invitation', message: '' } : null;
  const shown = shownTermsOf(entry);
  // A community whose list says something else about this table than the invitation itself.
  const isOtherTable =
    lastListedEntry?.post_id === entry.post_id && changedTerms(shownTermsOf(lastListedEntry), shown).length > 0;
  const otherTableProblem: Problem | null = isOtherTable ? { code: 'invitation_mismatch', message: '' } : null;
  const refusal = goneProblem ?? ownTableProblem ?? otherTableProblem ?? entry.refusal ?? problem;
  const authorRules = offer && !labels.rules ? rulesText(offer.protocol.description, offer.protocol.rules) : '';
  const hasRules = labels.rules !== null || authorRules !== '';
  // Questions and answers are of this type, too, but have turns and a clock.
  const isChat = entry.type === 'chat' && (offer === null || offer.protocol.mode === 'free');
  return (
    <SheetFrame
      id="offer"
      labelledBy="offer-title"
      onClose={onClose}
      header={
        <OfferTitle
          entry={entry}
          offer={offer}
          isChat={isChat}
          rules={hasRules ? { open: rulesOpen, toggle: () => setRulesOpen(!rulesOpen) } : null}
        />
      }
      footer={
        <JoinFoot
          modes={offer?.control_modes ?? null}
          host={entry.host.nickname}
          isChat={isChat}
          problem={refusal}
          ready={ready}
          busy={join.isPending || join.isSuccess}
          focusesJoin={focusesJoin}
          onJoin={(mode) => (offer?.player_installed === false ? setIsConfirming(true) : join.mutate({ mode, shown }))}
        />
      }
    >
      {isConfirming && offer && (
        <ByHandDialog onPlay={() => playByHand(shown)} onClose={() => setIsConfirming(false)} />
      )}
      {rulesOpen && hasRules && <OfferRules protocolId={entry.protocol_id} authorRules={authorRules} />}
      {!entry.bundled && (
        <DeprecationNotice
          protocolId={entry.protocol_id}
          onShow={({ protocol_id }) => navigate(protocolPath(protocol_id))}
        />
      )}
      <OfferPerson entry={entry} offer={offer} isChat={isChat} />
      {publishedBoard && (
        <OfferBoard entry={entry} board={publishedBoard} isAllowed={isBoardAllowed} onAllowed={showAllowed} />
      )}
      <Gains entry={entry} isChat={isChat} />
      <OfferChecks
        checks={entry.checks}
        host={entry.host}
        board={offer?.board?.source ?? (publishedBoard ? 'published' : offer ? null : 'local')}
      />
      {!rulesOpen && <OfferGuide protocolId={entry.protocol_id} />}
    </SheetFrame>
  );
}

/** What may have changed since the offer was loaded. Its terms can't. */
const newsOf = (listed: LobbyEntry | undefined) =>
  listed && { gain: listed.gain, cap: listed.cap, expires_at: listed.expires_at };

/** The sheet while only the table's id is known. */
function OfferLoading({ problem, onClose }: { problem: Problem | null; onClose(): void }) {
  const { t } = useTranslation('lobby');
  return (
    <Sheet title={t('table')} onClose={onClose}>
      {problem ? (
        <ProblemState error={problem} />
      ) : (
        <p className="small faint" role="status">
          {t('loading_table')}
        </p>
      )}
    </Sheet>
  );
}
