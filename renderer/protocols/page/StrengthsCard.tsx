import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProtocolPage, StrengthGame } from '../../../shared/bridge/contract.ts';
import { escapeInvisible } from '../../../shared/peer-text.ts';
import { useBridge } from '../../core/context.tsx';
import { asProblem, type Problem } from '../../core/problem.ts';
import { useLabels } from '../../core/use-labels.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import { useStrengths } from '../queries.ts';
import dataTable from './DataTable.module.css';
import { pairingsOf, standingsOf } from './tournament.ts';

/** The strengths of the house have localized names; others have labels of the protocol. */
const houseStrengths = ['easy', 'steady', 'sharp'] as const;

/** Plays the strengths of the hooks against each other on this computer, and shows the standings. */
export function StrengthsCard({ page }: { page: ProtocolPage }) {
  const { t, i18n } = useTranslation('protocols');
  const labels = useLabels(page.protocol_id);
  const strengths = useStrengths(page).data?.strengths ?? [];
  const { games, done: finishedMatches, running, problem, start, stop } = useTournament(page.protocol_id, strengths);
  if (strengths.length < 2) return null;
  const nameOf = (strength: string) => {
    const houseStrength = houseStrengths.find((name) => name === strength);
    return houseStrength ? t(`strengths.level.${houseStrength}`) : escapeInvisible(labels.value(strength));
  };
  const standings = standingsOf(strengths, games);
  const isScored = standings.some(({ score }) => score !== null);
  const numberFormat = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 });
  const matchCount = pairingsOf(strengths).length;
  return (
    <Card title={t('strengths.title')} smallTitle>
      <div className="col">
        <p className="small dim">{t('strengths.about')}</p>
        <div className="row wrap">
          <Button size="sm" data-action="tournament" onClick={running ? stop : start}>
            {t(running ? 'strengths.stop' : finishedMatches > 0 ? 'strengths.again' : 'strengths.start')}
          </Button>
          <span className="small dim" role="status">
            {(running || finishedMatches > 0) && t('strengths.progress', { done: finishedMatches, count: matchCount })}
          </span>
        </div>
        {running && <progress max={matchCount} value={finishedMatches} aria-label={t('strengths.title')} />}
        {problem && <ProblemLine problem={problem} />}
        {games.length > 0 && (
          <div className={dataTable.scroller}>
            <table className={dataTable.table} aria-label={t('strengths.standings')}>
              <thead>
                <tr>
                  <th scope="col">{t('strengths.strength')}</th>
                  <th scope="col">{t('strengths.won')}</th>
                  <th scope="col">{t('strengths.drawn')}</th>
                  <th scope="col">{t('strengths.lost')}</th>
                  {isScored && <th scope="col">{t('strengths.score')}</th>}
                </tr>
              </thead>
              <tbody>
                {standings.map(({ strength, won, drawn, lost, score }) => (
                  <tr key={strength}>
                    <th scope="row">
                      <bdi>{nameOf(strength)}</bdi>
                    </th>
                    <td>{won}</td>
                    <td>{drawn}</td>
                    <td>{lost}</td>
                    {isScored && <td>{score === null ? '' : numberFormat.format(score)}</td>}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </div>
    </Card>
  );
}

/** Plays one match after the other; `finishedMatches` counts the completed ones. Unmounting the card stops the tournament. */
function useTournament(protocol_id: string, strengths: readonly string[]) {
  const bridge = useBridge();
  const [gameResults, setGameResults] = useState<StrengthGame[]>([]);
  const [finishedMatches, setFinishedMatches] = useState(0);
  const [running, setRunning] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  /** Incremented by every start and stop; a run with an older number ends after its current match. */
  const currentRun = useRef(0);
  useEffect(
    () => () => {
      currentRun.current += 1;
    },
    [],
  );
  const stop = () => {
    currentRun.current += 1;
    setRunning(false);
  };
  const start = async () => {
    currentRun.current += 1;
    const run = currentRun.current;
    setGameResults([]);
    setFinishedMatches(0);
    setProblem(null);
    setRunning(true);
    try {
      for (const pair of pairingsOf(strengths)) {
        const match = await bridge.strengths.match({ protocol_id, strengths: pair, seed: pair.join(':') });
        if (currentRun.current !== run) return;
        setGameResults((before) => [...before, ...match.games]);
        setFinishedMatches((count) => count + 1);
      }
    } catch (error) {
      if (currentRun.current === run) setProblem(asProblem(error));
    }
    if (currentRun.current === run) setRunning(false);
  };
  return { games: gameResults, done: finishedMatches, running, problem, start: () => void start(), stop };
}
