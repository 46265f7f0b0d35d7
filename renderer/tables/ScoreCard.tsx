import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../shared/bridge/contract.ts';
import { limits } from '../../shared/community/limits.ts';
import { useApp, useBridge } from '../app/context.tsx';
import { asProblem, type Problem } from '../app/problem.ts';
import { ProblemLine } from '../identity/ProblemLine.tsx';
import { Button } from '../look/Button.tsx';
import { Card } from '../look/Card.tsx';
import { isolated } from '../look/peer-text.ts';
import styles from './Afterwards.module.css';

const scores = [1, 2, 3, 4, 5] as const;

/** What it was like to play with the other side: once, under one's name, for everybody to read. */
export function ScoreCard({ table, sessionId }: { table: Table; sessionId: string }) {
  const { t } = useTranslation('afterwards');
  const bridge = useBridge();
  const queries = useQueryClient();
  const community = useApp((app) => app.community.name);
  const [score, setScore] = useState<number | null>(null);
  const [comment, setComment] = useState('');
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const id = useId();
  const peer = isolated(table.peer.nickname);
  const given = table.afterwards.score;
  const left = limits.rating_comment_characters - comment.length;
  const send = async () => {
    if (score === null || left < 0) return;
    setSending(true);
    setProblem(null);
    try {
      const words = comment.trim();
      await bridge.agents.rate({ session_id: sessionId, score, ...(words === '' ? {} : { comment: words }) });
      // Karma is made of such scores.
      void queries.invalidateQueries({ queryKey: ['agents'] });
    } catch (error) {
      setProblem(asProblem(error));
    } finally {
      setSending(false);
    }
  };
  if (given !== null) {
    return (
      <Card minor title={t('score.title', { peer })}>
        <p role="status" data-testid="score-given">
          {t('score.given', { score: given, word: t(`score.word.${given as 1}`) })}
        </p>
        <p className="small faint">{t('score.once')}</p>
      </Card>
    );
  }
  return (
    <Card minor title={t('score.title', { peer })}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <fieldset className={styles.scores}>
          <legend className="offscreen">{t('score.pick')}</legend>
          {scores.map((value) => (
            <label key={value} className={styles.score}>
              <input type="radio" name={id} value={value} checked={score === value} onChange={() => setScore(value)} />
              <b>{value}</b>
              <span className="micro">{t(`score.word.${value}`)}</span>
            </label>
          ))}
        </fieldset>
        {score !== null && (
          <>
            <label className={styles.label} htmlFor={`${id}-note`}>
              {t('score.note')}
            </label>
            <textarea
              id={`${id}-note`}
              className={styles.area}
              rows={2}
              value={comment}
              aria-invalid={left < 0}
              aria-describedby={`${id}-left`}
              onChange={(event) => setComment(event.currentTarget.value)}
            />
            <p id={`${id}-left`} className={`micro ${left < 0 ? 'bad' : 'faint'}`}>
              {t('score.left', { count: left })}
            </p>
            <p className="small faint">{t('score.public', { community, peer })}</p>
            <div className={styles.send}>
              <Button type="submit" look="primary" size="sm" aria-disabled={sending || left < 0}>
                {t('score.send', { score })}
              </Button>
            </div>
          </>
        )}
        {problem && <ProblemLine problem={problem} />}
      </form>
    </Card>
  );
}
