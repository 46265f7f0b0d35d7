import { IconAlertCircle, IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { joinStepIds, type Table } from '../../../shared/bridge/contract.ts';
import { isolatedName } from '../../../shared/peer-text.ts';
import { useClock } from '../../core/clock.ts';
import { useBridge } from '../../core/context.tsx';
import { usePageActions } from '../../core/page-actions.ts';
import { asProblem } from '../../core/problem.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { wholeSeconds } from '../../ui/format.ts';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import { useProblemText } from '../../ui/problem-text.ts';
import styles from './JoinSteps.module.css';
import { PlayByHandButton } from './PlayByHandButton.tsx';

const icons = {
  to_come: { Icon: IconCircleDashed, tone: 'faint' },
  now: { Icon: IconCircleDashed, tone: '' },
  done: { Icon: IconCircleCheck, tone: 'good' },
  failed: { Icon: IconCircleX, tone: 'bad' },
  lacking: { Icon: IconAlertCircle, tone: 'warn' },
};

/** Problems that mean that no hooks on this computer can play the protocol. */
const hooksProblems = ['hooks_missing', 'hooks_unfinished'];

/** The current or failed step, from 1. */
export const joinStep = ({ steps }: Table): number =>
  Math.min(joinStepIds.length, 1 + steps.filter(({ state }) => state === 'done').length);

/** The eight steps from joining to the first move, with the failure if one fails. */
export function JoinSteps({ table }: { table: Table }) {
  const { t } = useTranslation('tables');
  const bridge = useBridge();
  const [, navigate] = useLocation();
  const problemText = useProblemText();
  const stop = useMutation({ mutationFn: () => bridge.tables.stop({ table_id: table.table_id }) });
  const isStopping = stop.isPending || stop.isSuccess;
  const isJoining = table.phase === 'joining';
  usePageActions(isJoining && !isStopping ? [{ id: 'stop', label: t('join.stop'), run: () => stop.mutate() }] : []);
  const now = useClock(isJoining, 500);
  const peer = isolatedName(table.peer.nickname);
  // The host is unknown until the invitation is read.
  const unknownHost = table.peer.nickname === '';
  const title = unknownHost
    ? t(isJoining ? 'join.title_unread' : 'join.title_ended_unread')
    : t(isJoining ? 'join.title' : 'join.title_ended', { peer });
  const steps = joinStepIds.map(
    (id) =>
      table.steps.find((step) => step.id === id) ?? {
        id,
        state: 'to_come' as const,
        started_at: null,
        deadline_at: null,
      },
  );
  /** The rules are valid; only hooks that play by them are missing. */
  const hooksMissing = table.problem !== null && hooksProblems.includes(table.problem.code);
  const isOtherTable = table.problem?.code === 'invitation_mismatch';
  const elapsedText = (step: Table['steps'][number]) => {
    if (step.state !== 'now' || step.started_at === null) return '';
    const seconds = wholeSeconds(now - step.started_at);
    if (step.deadline_at === null) return seconds > 1 ? t('join.so_far', { so_far: seconds }) : '';
    return t('join.so_far_of', { so_far: seconds, of: wholeSeconds(step.deadline_at - step.started_at) });
  };
  return (
    <div className={styles.felt}>
      <section className={styles.card} aria-labelledby="joining-title">
        <div className="row">
          <h2 id="joining-title">{title}</h2>
          {isJoining && (
            <Button size="sm" className="end" aria-disabled={isStopping || undefined} onClick={() => stop.mutate()}>
              {t('join.stop')}
            </Button>
          )}
        </div>
        {stop.error && <ProblemLine problem={asProblem(stop.error)} />}
        {!isJoining && (
          <div className={styles.failure} role="alert">
            {table.problem && (
              <>
                <h3>{problemText(table.problem, { peer: table.peer.nickname }).title}</h3>
                <p className="dim" style={{ marginTop: 'var(--s1)' }}>
                  {problemText(table.problem, { peer: table.peer.nickname }).body}
                </p>
              </>
            )}
            <div className="row wrap" style={{ marginTop: 'var(--s3)' }}>
              {isOtherTable && (
                <Button variant="primary" data-action="see-table" onClick={() => navigate(`/?table=${table.post_id}`)}>
                  {t('join.see_terms')}
                </Button>
              )}
              <Button variant={isOtherTable ? 'plain' : 'primary'} onClick={() => navigate('/')}>
                {t('to_lobby')}
              </Button>
              {hooksMissing && <PlayByHandButton table={table} />}
              {table.problem && (
                <span className="end faint">
                  <CopyButton value={table.problem.code} />
                </span>
              )}
            </div>
          </div>
        )}
        <ol className={`col ${styles.steps}`} aria-live="polite" aria-relevant="text">
          {steps.map((step) => {
            const state = step.state === 'failed' && hooksMissing ? 'lacking' : step.state;
            const { Icon, tone } = icons[state];
            return (
              <li
                key={step.id}
                className={[styles.step, tone, step.state === 'now' && styles.current].filter(Boolean).join(' ')}
                data-step={step.id}
                data-state={step.state}
              >
                <Icon size={20} stroke={1.75} role="img" aria-label={t(`join.state.${state}`)} />
                <span>
                  {t(state === 'lacking' ? 'join.lacking' : `join.step.${step.id}`)}
                  {elapsedText(step) && <span aria-hidden="true"> · {elapsedText(step)}</span>}
                </span>
              </li>
            );
          })}
        </ol>
      </section>
    </div>
  );
}
