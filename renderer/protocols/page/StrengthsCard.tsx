import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProtocolPage, StrengthGame } from '../../../shared/bridge/contract.ts';
import { visible } from '../../../shared/peer-text.ts';
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
const levels = ['easy', 'steady', 'sharp'] as const;

/** Plays the strengths of the hooks against each other on this computer, and shows the standings. */
export function StrengthsCard({ page }: { page: ProtocolPage }) {
  const { t, i18n } = useTranslation('protocols');
  const labels = useLabels(page.protocol_id);
  const strengths = useStrengths(page).data?.strengths ?? [];
  const { games, done, running, problem, start, stop } = useTournament(page.protocol_id, strengths);
  if (strengths.length < 2) return null;
  const nameOf = (strength: string) => {
    const level = levels.find((name) => name === strength);
    return level ? t(`strengths.level.${level}`) : visible(labels.value(strength));
  };
  const standings = standingsOf(strengths, games);
  const isScored = standings.some(({ score }) => score !== null);
  const number = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 });
  const pairings = pairingsOf(strengths).length;
  return (
    <Card title={t('strengths.title')} minor>
      <div className="col">
        <p className="small dim">{t('strengths.about')}</p>
        <div className="row wrap">
          <Button size="sm" data-action="tournament" onClick={running ? stop : start}>
            {t(running ? 'strengths.stop' : done > 0 ? 'strengths.again' : 'strengths.start')}
          </Button>
          <span className="small dim" role="status">
            {(running || done > 0) && t('strengths.progress', { done, count: pairings })}
          </span>
        </div>
        {running && <progress max={pairings} value={done} aria-label={t('strengths.title')} />}
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
                    {isScored && <td>{score === null ? '' : number.format(score)}</td>}
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

/** Plays one match after the other; `done` counts the finished ones. Unmounting the card stops the tournament. */
function useTournament(protocol_id: string, strengths: readonly string[]) {
  const bridge = useBridge();
  const [games, setGames] = useState<StrengthGame[]>([]);
  const [done, setDone] = useState(0);
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
    setGames([]);
    setDone(0);
    setProblem(null);
    setRunning(true);
    try {
      for (const pair of pairingsOf(strengths)) {
        const match = await bridge.strengths.match({ protocol_id, strengths: pair, seed: pair.join(':') });
        if (currentRun.current !== run) return;
        setGames((before) => [...before, ...match.games]);
        setDone((count) => count + 1);
      }
    } catch (error) {
      if (currentRun.current === run) setProblem(asProblem(error));
    }
    if (currentRun.current === run) setRunning(false);
  };
  return { games, done, running, problem, start: () => void start(), stop };
}
