import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { Table } from '../../shared/bridge/contract.ts';
import { useBridge } from '../app/context.tsx';
import { asProblem, type Problem } from '../app/problem.ts';
import { ProblemLine } from '../identity/ProblemLine.tsx';
import { Button } from '../look/Button.tsx';
import { HouseDialog } from '../look/HouseDialog.tsx';

/** For a table whose rules no code here knows: after one sheet the person plays it by hand. */
export function ByHand({ table }: { table: Table }) {
  const { t } = useTranslation('tables');
  const bridge = useBridge();
  const [, go] = useLocation();
  const [asking, setAsking] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const play = async () => {
    setProblem(null);
    try {
      await bridge.tables.by_hand({ protocol_id: table.protocol.protocol_id });
      const { table_id } = await bridge.tables.join({ post_id: table.post_id, control_mode: 'human' });
      go(`/tables/${table_id}`);
    } catch (error) {
      setProblem(asProblem(error));
    }
  };
  return (
    <>
      <Button data-action="by-hand" onClick={() => setAsking(true)}>
        {t('by_hand.offer')}
      </Button>
      {asking && (
        <HouseDialog title={t('by_hand.title')} onClose={() => setAsking(false)}>
          <p className="dim measure" style={{ marginTop: 6 }}>
            {t('by_hand.body')}
          </p>
          <p className="measure" style={{ marginTop: 10 }}>
            <b>{t('by_hand.no_referee')}</b>
          </p>
          {problem && <ProblemLine problem={problem} />}
          <div className="row" style={{ marginTop: 20 }}>
            <Button data-autofocus onClick={() => setAsking(false)}>
              {t('by_hand.not')}
            </Button>
            <Button className="end" look="primary" onClick={() => void play()}>
              {t('by_hand.do')}
            </Button>
          </div>
        </HouseDialog>
      )}
    </>
  );
}
