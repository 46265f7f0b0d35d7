import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { useApp } from '../../core/context.tsx';
import { useLabels } from '../../core/use-labels.ts';
import { CapCard } from '../../leaderboards/CapCard.tsx';
import { MomentsPlace } from '../../notices/MomentsPlace.tsx';
import { Card } from '../../ui/Card.tsx';
import { TableBand } from '../band/TableBand.tsx';
import { DecisionOrigins } from '../DecisionOrigins.tsx';
import { FairnessLens } from '../fairness/FairnessLens.tsx';
import { SealedHands } from '../fairness/SealedHands.tsx';
import { isDecision } from '../move-rows.ts';
import { RemarksCard } from '../remarks/RemarksCard.tsx';
import { BackupOffer } from './BackupOffer.tsx';
import { NextGames } from './NextGames.tsx';
import { PointsCard } from './PointsCard.tsx';
import { RecordCard } from './RecordCard.tsx';
import { ReportsCard } from './ReportsCard.tsx';
import { ResultHero } from './ResultHero.tsx';
import styles from './ResultPage.module.css';
import { SayResult } from './SayResult.tsx';
import { ScoreCard } from './ScoreCard.tsx';
import { WorthCard } from './WorthCard.tsx';

interface ResultPageProps {
  table: Table;
  onRecoveryPhrase(): void;
  /** Returns to the last position on the board. */
  onShowPosition(): void;
}

/** Rendered without any board code: the winner, the points and their formula, both reports, and the record. */
export function ResultPage({ table, onRecoveryPhrase, onShowPosition }: ResultPageProps) {
  const { t } = useTranslation('tables');
  const offersBackup = useApp((app) => app.words_due);
  const [openRound, setOpenRound] = useState<number | null>(null);
  const { result } = table;
  const labels = useLabels(table.protocol.protocol_id);
  const decisions = table.moves.filter((move) => isDecision(labels, move)).length;
  // The community accepts scores only for closed sessions.
  const closedSession = table.phase === 'finished' && result?.state !== 'queued' ? table.session_id : null;
  const turn = t(table.phase === 'finished' ? 'turn.finished' : 'turn.unfinished');
  return (
    <>
      <TableBand table={table} status={turn} />
      {openRound !== null ? (
        <FairnessLens table={table} round={openRound} onClose={() => setOpenRound(null)} />
      ) : (
        <div className={styles.page}>
          <div className={styles.column}>
            <ResultHero table={table} onShowPosition={onShowPosition} />
            {result?.state === 'unsaid' && <SayResult table={table} told={result.told ?? null} />}
            <NextGames table={table} />
            {result && result.state !== 'unsaid' && table.phase === 'finished' && (
              <PointsCard table={table} result={result} />
            )}
            {result?.cap && <CapCard cap={result.cap} peer={table.peer} />}
            {offersBackup && <BackupOffer onRecoveryPhrase={onRecoveryPhrase} />}
            {closedSession !== null && <ScoreCard table={table} sessionId={closedSession} />}
            {closedSession !== null && table.protocol.mode === 'request_response' && (
              <WorthCard sessionId={closedSession} noted={table.afterwards.noted} />
            )}
          </div>
          <div className={styles.column}>
            <MomentsPlace />
            <RemarksCard table={table} />
            {result && !['unrated', 'unsaid'].includes(result.state) && <ReportsCard table={table} result={result} />}
            <Card
              smallTitle
              title={t('who_decided')}
              headerEnd={<span className="small faint">{t('moves_count', { count: decisions })}</span>}
            >
              <DecisionOrigins table={table} withPeer />
            </Card>
            {table.sealed_rounds.length > 0 && (
              <Card>
                <SealedHands table={table} onSelectRound={setOpenRound} />
              </Card>
            )}
            <RecordCard table={table} />
          </div>
        </div>
      )}
    </>
  );
}
