import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { isolatedName } from '../../../shared/peer-text.ts';
import { otherRole, type Winner } from '../../../shared/tables/hooks.ts';
import { useBridge } from '../../core/context.tsx';
import { asProblem } from '../../core/problem.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import styles from './SayResult.module.css';

type Told = NonNullable<NonNullable<Table['result']>['told']>;

/** Asks the person of a side that played by hand who won, since no code of it knows. What the other side says is shown as its claim. */
export function SayResult({ table, told }: { table: Table; told: Told | null }) {
  const { t } = useTranslation('tables');
  const bridge = useBridge();
  const id = useId();
  const [winner, setWinner] = useState<Winner | null>(null);
  const { table_id, role } = table;
  const peer = isolatedName(table.peer.nickname);
  const say = useMutation({ mutationFn: (said: Winner) => bridge.tables.say_result({ table_id, winner: said }) });
  const nameOf = (side: Winner) => (side === 'draw' ? 'draw' : side === role ? 'you' : 'peer');
  const choices: Winner[] = [role, otherRole(role), 'draw'];
  return (
    <Card title={t('said.title')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (winner !== null && !say.isPending) say.mutate(winner);
        }}
      >
        {told && <p>{t(`said.claims.${told.winner === null ? 'none' : nameOf(told.winner)}`, { peer })}</p>}
        <p className="small dim">{t(told ? 'said.why' : 'said.none')}</p>
        <fieldset className={styles.choices}>
          <legend className="offscreen">{t('said.title')}</legend>
          {choices.map((value) => (
            <label key={value} className={styles.choice}>
              <input
                type="radio"
                name={id}
                value={value}
                checked={winner === value}
                onChange={() => setWinner(value)}
              />
              {t(`said.${nameOf(value)}`, { peer })}
            </label>
          ))}
        </fieldset>
        <p className="small faint">{t('said.final')}</p>
        <div className={styles.actions}>
          <Button type="submit" variant="primary" aria-disabled={winner === null || say.isPending || undefined}>
            {t('said.send')}
          </Button>
        </div>
        {say.error && <ProblemLine problem={asProblem(say.error)} />}
      </form>
    </Card>
  );
}
