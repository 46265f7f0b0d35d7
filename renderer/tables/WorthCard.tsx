import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '../../shared/community/limits.ts';
import { useBridge } from '../app/context.tsx';
import { asProblem, type Problem } from '../app/problem.ts';
import { ProblemLine } from '../identity/ProblemLine.tsx';
import { Button } from '../look/Button.tsx';
import { Card } from '../look/Card.tsx';
import styles from './Afterwards.module.css';

/** An answer that was asked for may have been worth something: noted at the community, once. */
export function WorthCard({ sessionId, noted }: { sessionId: string; noted: boolean }) {
  const { t } = useTranslation('afterwards');
  const bridge = useBridge();
  const [amount, setAmount] = useState('');
  const [unit, setUnit] = useState('');
  const [words, setWords] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  const id = useId();
  if (noted) {
    return (
      <Card minor title={t('worth.title')}>
        <p role="status">{t('worth.noted')}</p>
      </Card>
    );
  }
  const value = Number(amount.trim().replace(',', '.'));
  const wrongAmount =
    amount.trim() !== '' &&
    !(
      value >= 0 &&
      value <= limits.feedback_amount &&
      Number(value.toFixed(limits.feedback_amount_decimals)) === value
    );
  const wrongUnit = unit.trim() !== '' && !/^[A-Za-z0-9_.:-]{1,64}$/.test(unit.trim());
  const empty = amount.trim() === '' && words.trim() === '';
  const send = async () => {
    if (wrongAmount || wrongUnit || empty) return;
    setProblem(null);
    try {
      await bridge.agents.feedback({
        session_id: sessionId,
        ...(amount.trim() === '' ? {} : { amount: value }),
        ...(unit.trim() === '' ? {} : { currency: unit.trim() }),
        ...(words.trim() === '' ? {} : { description: words.trim() }),
      });
    } catch (error) {
      setProblem(asProblem(error));
    }
  };
  return (
    <Card minor title={t('worth.title')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <div className={styles.worth}>
          <label className={styles.label} htmlFor={`${id}-amount`}>
            {t('worth.amount')}
            <input
              id={`${id}-amount`}
              className={styles.field}
              inputMode="decimal"
              autoComplete="off"
              value={amount}
              aria-invalid={wrongAmount}
              onChange={(event) => setAmount(event.currentTarget.value)}
            />
          </label>
          <label className={styles.label} htmlFor={`${id}-unit`}>
            {t('worth.unit')}
            <input
              id={`${id}-unit`}
              className={styles.field}
              autoComplete="off"
              value={unit}
              aria-invalid={wrongUnit}
              onChange={(event) => setUnit(event.currentTarget.value)}
            />
          </label>
        </div>
        <label className={styles.label} htmlFor={`${id}-words`}>
          {t('worth.words')}
        </label>
        <textarea
          id={`${id}-words`}
          className={styles.area}
          rows={2}
          maxLength={limits.feedback_description_characters}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        {(wrongAmount || wrongUnit) && (
          <p className="small bad" role="alert">
            {t(wrongAmount ? 'worth.wrong_amount' : 'worth.wrong_unit')}
          </p>
        )}
        <p className="small faint">{t('worth.once')}</p>
        <div className={styles.send}>
          <Button type="submit" size="sm" aria-disabled={empty || wrongAmount || wrongUnit}>
            {t('worth.send')}
          </Button>
        </div>
        {problem && <ProblemLine problem={problem} />}
      </form>
    </Card>
  );
}
