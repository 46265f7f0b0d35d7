import { IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { joinStepIds, type Table } from '../../shared/bridge/contract.ts';
import { useBridge } from '../app/context.tsx';
import { Button } from '../look/Button.tsx';
import { CopyButton } from '../look/CopyButton.tsx';
import { useNow } from '../look/clock.ts';
import { wholeSeconds } from '../look/format.ts';
import { isolated } from '../look/peer-text.ts';
import { useProblemWords } from '../look/problem-words.ts';
import { ByHand } from './ByHand.tsx';
import styles from './Joining.module.css';
import { TableHead } from './TableHead.tsx';

const icons = {
  to_come: { Icon: IconCircleDashed, tone: 'faint' },
  now: { Icon: IconCircleDashed, tone: '' },
  done: { Icon: IconCircleCheck, tone: 'good' },
  failed: { Icon: IconCircleX, tone: 'bad' },
};

/** Nothing here knows how to play it. */
const withoutPlayer = ['hooks_missing', 'hooks_unfinished'];

/** The eight steps between Join and the first move; Stop at all times, and where it ended, why. */
export function Joining({ table }: { table: Table }) {
  const { t } = useTranslation('tables');
  const bridge = useBridge();
  const [, go] = useLocation();
  const words = useProblemWords();
  const [stopping, setStopping] = useState(false);
  const joining = table.phase === 'joining';
  const now = useNow(joining, 500);
  const peer = isolated(table.peer.nickname);
  const steps = joinStepIds.map(
    (id) =>
      table.steps.find((step) => step.id === id) ?? {
        id,
        state: 'to_come' as const,
        started_at: null,
        deadline_at: null,
      },
  );
  const reached = steps.filter((step) => step.state === 'done').length;
  const spent = (step: Table['steps'][number]) => {
    if (step.state !== 'now' || step.started_at === null) return '';
    const so_far = wholeSeconds(now - step.started_at);
    if (step.deadline_at === null) return so_far > 1 ? t('join.so_far', { so_far }) : '';
    return t('join.so_far_of', { so_far, of: wholeSeconds(step.deadline_at - step.started_at) });
  };
  const stop = () => {
    setStopping(true);
    bridge.tables.stop({ table_id: table.table_id }).catch(() => setStopping(false));
  };
  return (
    <>
      <TableHead table={table} turn={joining ? t('join.turn', { step: Math.min(8, reached + 1) }) : t('join.ended')} />
      <div className={styles.felt}>
        <section className={styles.card} aria-labelledby="joining-title">
          <div className="row">
            <h2 id="joining-title">{t(joining ? 'join.title' : 'join.title_ended', { peer })}</h2>
            {joining && (
              <Button size="sm" className="end" aria-disabled={stopping || undefined} onClick={stop}>
                {t('join.stop')}
              </Button>
            )}
          </div>
          <ol className={styles.steps} aria-live="polite" aria-relevant="text">
            {steps.map((step) => {
              const { Icon, tone } = icons[step.state];
              return (
                <li
                  key={step.id}
                  className={[styles.step, tone, step.state === 'now' && styles.now].filter(Boolean).join(' ')}
                  data-step={step.id}
                  data-state={step.state}
                >
                  <Icon size={20} stroke={1.75} role="img" aria-label={t(`join.state.${step.state}`)} />
                  <span>
                    {t(`join.step.${step.id}`, { peer })}
                    {spent(step) && <span aria-hidden="true">, {spent(step)}</span>}
                  </span>
                </li>
              );
            })}
          </ol>
          {!joining && (
            <div className={styles.why} role="alert">
              {table.problem && (
                <>
                  <h3>{words(table.problem, table.peer.nickname).title}</h3>
                  <p className="dim" style={{ marginTop: 4 }}>
                    {words(table.problem, table.peer.nickname).body}
                  </p>
                </>
              )}
              <div className="row" style={{ marginTop: 14 }}>
                <Button look="primary" onClick={() => go('/')}>
                  {t('to_lobby')}
                </Button>
                {table.problem && withoutPlayer.includes(table.problem.code) && <ByHand table={table} />}
                {table.problem && (
                  <span className="end faint">
                    <CopyButton value={table.problem.code} />
                  </span>
                )}
              </div>
            </div>
          )}
        </section>
      </div>
    </>
  );
}
