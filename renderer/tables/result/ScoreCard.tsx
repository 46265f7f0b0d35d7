import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { limits } from '../../../shared/community/limits.ts';
import { characterCount } from '../../../shared/json/utf8.ts';
import { isolatedName } from '../../../shared/peer-text.ts';
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
  const queryClient = useQueryClient();
  const community = useCommunityName();
  const [score, setScore] = useState<number | null>(null);
  const [comment, setComment] = useState('');
  const id = useId();
  const peer = isolatedName(table.peer.nickname);
  const submittedScore = table.afterwards.score;
  const remainingCharacters = limits.rating_comment_characters - characterCount(comment);
  const submitScore = useMutation({
    mutationFn: (chosenScore: number) => {
      const note = comment.trim();
      return bridge.agents.rate({
        session_id: sessionId,
        score: chosenScore,
        ...(note === '' ? {} : { comment: note }),
      });
    },
    // Karma is computed from scores.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['agents'] }),
  });
  if (submittedScore !== null) {
    return (
      <Card smallTitle title={t('score.title', { peer })}>
        <p role="status" data-testid="score-given">
          {t('score.given', { score: submittedScore, word: t(`score.word.${submittedScore as 1}`) })}
        </p>
        <p className="small faint">{t('score.once')}</p>
      </Card>
    );
  }
  return (
    <Card smallTitle title={t('score.title', { peer })}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (score !== null && remainingCharacters >= 0 && !submitScore.isPending) submitScore.mutate(score);
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
              className={styles.textArea}
              rows={2}
              value={comment}
              aria-invalid={remainingCharacters < 0}
              aria-describedby={`${id}-left`}
              onChange={(event) => setComment(event.currentTarget.value)}
            />
            <p id={`${id}-left`} className={`micro ${remainingCharacters < 0 ? 'bad' : 'faint'}`}>
              {t('score.left', { count: remainingCharacters })}
            </p>
            <p className="small faint">{t('score.public', { community, peer })}</p>
            <div className={styles.actions}>
              <Button
                type="submit"
                variant="primary"
                size="sm"
                aria-disabled={submitScore.isPending || remainingCharacters < 0}
              >
                {t('score.send', { score })}
              </Button>
            </div>
          </>
        )}
        {submitScore.error && <ProblemLine problem={asProblem(submitScore.error)} />}
      </form>
    </Card>
  );
}
