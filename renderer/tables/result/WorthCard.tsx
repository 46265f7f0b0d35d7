import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '../../../shared/community/limits.ts';
import { useBridge } from '../../core/context.tsx';
import { asProblem } from '../../core/problem.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import { reveal } from '../../ui/reveal.ts';
import scoreCard from './ScoreCard.module.css';
import styles from './WorthCard.module.css';

/** Reports to the community, once, what a requested reply was worth. */
export function WorthCard({ sessionId, noted }: { sessionId: string; noted: boolean }) {
  const { t } = useTranslation('afterwards');
  const bridge = useBridge();
  const [amount, setAmount] = useState('');
  const [unit, setUnit] = useState('');
  const [description, setDescription] = useState('');
  const id = useId();
  const value = Number(amount.trim().replace(',', '.'));
  const invalidAmount =
    amount.trim() !== '' &&
    !(
      value >= 0 &&
      value <= limits.feedback_amount &&
      Number(value.toFixed(limits.feedback_amount_decimals)) === value
    );
  const invalidUnit = unit.trim() !== '' && !/^[A-Za-z0-9_.:-]{1,64}$/.test(unit.trim());
  const isEmpty = amount.trim() === '' && description.trim() === '';
  const submitFeedback = useMutation({
    mutationFn: () =>
      bridge.agents.feedback({
        session_id: sessionId,
        ...(amount.trim() === '' ? {} : { amount: value }),
        ...(unit.trim() === '' ? {} : { currency: unit.trim() }),
        ...(description.trim() === '' ? {} : { description: description.trim() }),
      }),
  });
  if (noted) {
    return (
      <Card smallTitle title={t('worth.title')}>
        <p role="status">{t('worth.noted')}</p>
      </Card>
    );
  }
  return (
    <Card smallTitle title={t('worth.title')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!invalidAmount && !invalidUnit && !isEmpty && !submitFeedback.isPending) submitFeedback.mutate();
        }}
      >
        <div className={styles.worth}>
          <label className={scoreCard.label} htmlFor={`${id}-amount`}>
            {t('worth.amount')}
            <input
              id={`${id}-amount`}
              className={styles.field}
              inputMode="decimal"
              autoComplete="off"
              value={amount}
              aria-invalid={invalidAmount}
              aria-describedby={`${id}-amount-reason`}
              onChange={(event) => setAmount(event.currentTarget.value)}
            />
          </label>
          <label className={scoreCard.label} htmlFor={`${id}-unit`}>
            {t('worth.unit')}
            <input
              id={`${id}-unit`}
              className={styles.field}
              autoComplete="off"
              value={unit}
              aria-invalid={invalidUnit}
              aria-describedby={`${id}-unit-reason`}
              onChange={(event) => setUnit(event.currentTarget.value)}
            />
          </label>
        </div>
        <label className={scoreCard.label} htmlFor={`${id}-words`}>
          {t('worth.words')}
        </label>
        <textarea
          id={`${id}-words`}
          className={scoreCard.textArea}
          rows={2}
          maxLength={limits.feedback_description_characters}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <p id={`${id}-amount-reason`} className="small bad" role="alert" ref={reveal}>
          {invalidAmount && t('worth.wrong_amount')}
        </p>
        <p id={`${id}-unit-reason`} className="small bad" role="alert" ref={reveal}>
          {invalidUnit && t('worth.wrong_unit')}
        </p>
        <p className="small faint">{t('worth.once')}</p>
        <div className={scoreCard.actions}>
          <Button type="submit" size="sm" aria-disabled={isEmpty || invalidAmount || invalidUnit}>
            {t('worth.send')}
          </Button>
        </div>
        {submitFeedback.error && <ProblemLine problem={asProblem(submitFeedback.error)} />}
      </form>
    </Card>
  );
}
