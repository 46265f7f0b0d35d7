import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { Offer } from '../../shared/bridge/contract.ts';
import type { ControlMode } from '../../shared/tables/hooks.ts';
import { useApp, useBridge, useLobby } from '../app/context.tsx';
import { asProblem, type Problem } from '../app/problem.ts';
import { Empty } from '../look/Empty.tsx';
import { Hash } from '../look/Hash.tsx';
import { ModeBadge } from '../look/ModeBadge.tsx';
import { PersonLink } from '../look/PersonLink.tsx';
import { isolated } from '../look/peer-text.ts';
import { useProblemWords } from '../look/problem-words.ts';
import { Quilt } from '../look/Quilt.tsx';
import { Sheet, SheetBoard } from '../look/Sheet.tsx';
import { Slip } from '../look/Slip.tsx';
import { checkedCount } from '../trust/checks.ts';
import { Seal } from '../trust/Seal.tsx';
import { TrustChecks } from '../trust/TrustChecks.tsx';
import { Gains } from './Gains.tsx';
import { JoinFoot } from './JoinFoot.tsx';
import { OfferGame } from './OfferGame.tsx';
import styles from './OfferSheet.module.css';

interface OfferSheetProps {
  postId: string;
  /** Opened by key: the focus goes to Join, so that a second Enter joins. */
  actionFirst: boolean;
  onClose(): void;
}

/** Everything a person agrees to by joining. The row's data shows at once, the whole offer when it is read. */
export function OfferSheet({ postId, actionFirst, onClose }: OfferSheetProps) {
  const { t: trust } = useTranslation('trust');
  const { t: frame } = useTranslation();
  const bridge = useBridge();
  const [, go] = useLocation();
  const listed = useLobby((lobby) => lobby.entries.find((entry) => entry.post_id === postId));
  const ready = useApp((app) => app.phase === 'ready');
  const [last, setLast] = useState(listed);
  const [offer, setOffer] = useState<Offer | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [joining, setJoining] = useState(false);

  useEffect(() => {
    if (listed) setLast(listed);
  }, [listed]);
  // Whoever has just come to a community is not known there yet, and asks again once that is so.
  useEffect(() => {
    let current = true;
    setProblem(null);
    bridge.lobby.inspect({ post_id: postId }).then(
      (read) => current && setOffer(read),
      (error) => current && (ready || asProblem(error).code !== 'unregistered_key') && setProblem(asProblem(error)),
    );
    return () => {
      current = false;
    };
  }, [bridge, postId, ready]);

  const entry = offer
    ? { ...offer, ...listed, checks: offer.checks, refusal: listed?.refusal ?? offer.refusal }
    : (listed ?? last);
  if (!entry) return <OfferUnread problem={problem} onClose={onClose} />;
  const { done, failed } = checkedCount(entry.checks);
  // One that never stood in the list is unlisted, or was found by its link before the list was read.
  const gone: Problem | null = last && !listed ? { code: 'invitation_gone', message: '' } : null;
  const own: Problem | null = entry.own ? { code: 'own_invitation', message: '' } : null;
  const refusal = gone ?? own ?? entry.refusal ?? problem;

  const join = async (controlMode: ControlMode) => {
    setJoining(true);
    setProblem(null);
    try {
      const { table_id } = await bridge.tables.join({ post_id: postId, control_mode: controlMode });
      go(`/tables/${table_id}`);
    } catch (error) {
      setProblem(asProblem(error));
      setJoining(false);
    }
  };

  const { host } = entry;
  return (
    <SheetBoard
      id="offer"
      labelledBy="offer-title"
      onClose={onClose}
      head={
        <>
          <Quilt publicKey={host.public_key} mode={entry.host_control_mode} size={48} />
          <div className="grow">
            <div className="row">
              <h2 id="offer-title" className="cut">
                <PersonLink person={host} />
              </h2>
              {host.rating !== null && <span className="dim">{host.rating}</span>}
            </div>
            <div className="row" style={{ marginTop: 4 }}>
              <ModeBadge mode={entry.host_control_mode} said={!host.house} />
              <Hash value={host.public_key} className="small faint" />
            </div>
          </div>
        </>
      }
      foot={
        <JoinFoot
          modes={offer?.control_modes ?? null}
          host={host.nickname}
          refusal={refusal}
          ready={ready}
          busy={joining}
          actionFirst={actionFirst}
          onJoin={join}
        />
      }
    >
      {entry.message !== '' && (
        <Slip heading={frame('wrote', { name: isolated(host.nickname) })} text={entry.message} />
      )}
      <OfferGame entry={entry} offer={offer} />
      <Gains entry={entry} />
      <div className={`${styles.section} row`}>
        <Seal checks={entry.checks} size={28} />
        <h3>{failed ? trust('count_failed') : trust('count', { done })}</h3>
      </div>
      <TrustChecks
        checks={entry.checks}
        host={host.nickname}
        board={offer?.board?.source ?? (offer ? null : 'local')}
      />
    </SheetBoard>
  );
}

/** What stands in the sheet of a table that is known by its id alone, until it is read. */
function OfferUnread({ problem, onClose }: { problem: Problem | null; onClose(): void }) {
  const { t } = useTranslation('lobby');
  const words = useProblemWords();
  return (
    <Sheet title={t('table')} onClose={onClose}>
      {problem ? (
        <Empty icon={null} title={words(problem).title} code={problem.code} alert>
          {words(problem).body}
        </Empty>
      ) : (
        <p className="small faint" role="status">
          {t('loading_table')}
        </p>
      )}
    </Sheet>
  );
}
