import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { limits } from '../../../shared/community/limits.ts';
import { characterCount } from '../../../shared/json/utf8.ts';
import { isolated } from '../../../shared/peer-text.ts';
import { useCommunityName } from '../../core/community-name.ts';
import { useBridge } from '../../core/context.tsx';
import { asProblem } from '../../core/problem.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import styles from './ScoreCard.module.css';

const scores = [1, 2, 3, 4, 5] as const;

/** Gives the opponent a score from 1 to 5, once and publicly. */
export function ScoreCard({ table, sessionId }: { table: Table; sessionId: string }) {
  const { t } = useTranslation('afterwards');
  const bridge = useBridge();
  const queries = useQueryClient();
  const community = useCommunityName();
  const [score, setScore] = useState<number | null>(null);
  const [comment, setComment] = useState('');
  const id = useId();
  const peer = isolated(table.peer.nickname);
  const given = table.afterwards.score;
  const charactersLeft = limits.rating_comment_characters - characterCount(comment);
  const send = useMutation({
    mutationFn: (chosen: number) => {
      const note = comment.trim();
      return bridge.agents.rate({ session_id: sessionId, score: chosen, ...(note === '' ? {} : { comment: note }) });
    },
    // Karma is computed from scores.
    onSuccess: () => queries.invalidateQueries({ queryKey: ['agents'] }),
  });
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
          if (score !== null && charactersLeft >= 0 && !send.isPending) send.mutate(score);
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
              aria-invalid={charactersLeft < 0}
              aria-describedby={`${id}-left`}
              onChange={(event) => setComment(event.currentTarget.value)}
            />
            <p id={`${id}-left`} className={`micro ${charactersLeft < 0 ? 'bad' : 'faint'}`}>
              {t('score.left', { count: charactersLeft })}
            </p>
            <p className="small faint">{t('score.public', { community, peer })}</p>
            <div className={styles.send}>
              <Button type="submit" look="primary" size="sm" aria-disabled={send.isPending || charactersLeft < 0}>
                {t('score.send', { score })}
              </Button>
            </div>
          </>
        )}
        {send.error && <ProblemLine problem={asProblem(send.error)} />}
      </form>
    </Card>
  );
}
