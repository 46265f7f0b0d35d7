import { IconCheck, IconDots } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../shared/bridge/contract.ts';
import { Button } from '../look/Button.tsx';
import { CountdownRing } from '../look/CountdownRing.tsx';
import { useNow } from '../look/clock.ts';
import { wholeSeconds } from '../look/format.ts';
import { Kbd } from '../look/Kbd.tsx';
import { isolated } from '../look/peer-text.ts';
import styles from './DecisionBar.module.css';
import { clockOf, type Decision } from './decision.ts';
import { useOutcomeWords } from './outcome-words.ts';

interface DecisionBarProps {
  table: Table;
  decision: Decision;
  /** While true, something other than the person has just changed what Enter would play. */
  guarded: boolean;
  onPlay(): void;
  onClear(): void;
  onHold(): void;
  onAnother(): void;
  onEnd(): void;
  onResult(): void;
}

/** Outside every frame: names the move, says what happens at zero, and its button for Enter is the window's brass one. */
export function DecisionBar({
  table,
  decision,
  guarded,
  onPlay,
  onClear,
  onHold,
  onAnother,
  onEnd,
  onResult,
}: DecisionBarProps) {
  const { t } = useTranslation('tables');
  const outcome = useOutcomeWords();
  const clock = clockOf(table, decision);
  const now = useNow(table.phase === 'playing');
  const left = clock ? Math.min(clock.wholeMs, Math.max(0, clock.endsAt - now)) : 0;
  const peer = isolated(table.peer.nickname);
  const yours = ['choose', 'picked', 'proposal', 'held'].includes(decision.kind);
  const sealing = table.protocol.mode === 'simultaneous_round';
  const label = 'choice' in decision ? decision.choice.label : '';
  const said = table.ask?.entry?.type === 'text' && 'choice' in decision && typeof decision.choice.value === 'string';
  const play = t(sealing ? 'bar.seal' : said ? 'bar.say' : 'bar.play', { label });

  const sentence = () => {
    if (decision.kind === 'over') return outcome(table).long;
    if (decision.kind === 'quiet') return t('bar.quiet', { peer });
    if (decision.kind === 'waiting') return decision.sealed ? t('bar.sealed', { peer }) : t('bar.thinking', { peer });
    if (decision.kind === 'sent') return sealing ? t('bar.sealing', { label }) : t('bar.sent', { label });
    if (decision.kind === 'choose') return decision.prompt;
    if (decision.kind === 'picked') return t('bar.picked', { label: capital(label) });
    return t('bar.proposal', { label });
  };
  const sub = () => {
    if (decision.kind === 'over') return outcome(table).points;
    if (decision.kind === 'quiet' && decision.until !== null)
      return t('bar.quiet_until', { seconds: wholeSeconds(left) });
    if (decision.kind === 'quiet') return t('bar.quiet_for', { seconds: wholeSeconds(now - decision.since) });
    if (decision.kind === 'waiting') return t('bar.so_far', { seconds: wholeSeconds(now - decision.since) });
    if (decision.kind === 'sent') return t('bar.on_its_way');
    if (left > 0 && left <= 10_000) return `${t('bar.left', { seconds: wholeSeconds(left) })} ${atZero()}`;
    if (decision.kind !== 'choose' && decision.kind !== 'picked') return atZero();
    return (
      <>
        <span className="wide">
          {t(decision.kind !== 'choose' ? 'bar.enter_plays' : table.ask?.entry ? 'bar.type_one' : 'bar.pick_one')}{' '}
        </span>
        {atZero()}
      </>
    );
  };
  const atZero = () => {
    if (decision.kind === 'held') return t('bar.held');
    if (decision.kind === 'proposal' && table.ask?.plays_at != null) return t('bar.zero_plays');
    return table.ask?.deadline_at == null ? '' : t('bar.zero_ends');
  };

  return (
    <section
      id="decision"
      className={[styles.bar, yours && styles.yours, 'onwood'].filter(Boolean).join(' ')}
      data-region="decision"
      data-decision={decision.kind}
      data-ask={table.ask?.key}
      aria-label={t('bar.label')}
      tabIndex={-1}
    >
      {clock ? (
        <CountdownRing
          leftMs={left}
          wholeMs={clock.wholeMs}
          tone="brass"
          label={t('bar.time_left', { seconds: wholeSeconds(left) })}
        />
      ) : (
        <span className={styles.sign}>
          {decision.kind === 'over' || decision.kind === 'sent' ? (
            <IconCheck size={26} stroke={1.75} aria-hidden="true" />
          ) : (
            <IconDots size={26} stroke={1.75} aria-hidden="true" />
          )}
        </span>
      )}
      <div className="grow">
        <div className={styles.sentence} data-testid="decision">
          {sentence()}
        </div>
        <div className={`${styles.sub} cut`}>{sub()}</div>
      </div>
      {decision.kind === 'quiet' && (
        <Button look="wood" size="big" onClick={onEnd}>
          {t('bar.end_now')}
        </Button>
      )}
      {decision.kind === 'picked' && (
        <Button look="wood" size="big" className="wide" onClick={onClear}>
          {t('bar.clear')}
        </Button>
      )}
      {decision.kind === 'proposal' && table.ask?.plays_at != null && (
        <Button look="wood" size="big" onClick={onHold}>
          {t('bar.hold')}
          <Kbd>{t('bar.key_space')}</Kbd>
        </Button>
      )}
      {(decision.kind === 'proposal' || decision.kind === 'held') && (
        <Button look="wood" size="big" className="wide" onClick={onAnother}>
          {t('bar.another')}
        </Button>
      )}
      {'choice' in decision && decision.kind !== 'sent' && (
        <Button
          look="brass"
          size="big"
          className={guarded ? (styles.guarded ?? '') : ''}
          data-action="play"
          aria-disabled={guarded}
          onClick={onPlay}
        >
          {decision.kind === 'proposal' ? t('bar.play_now', { label }) : play}
          <Kbd>{t('bar.key_enter')}</Kbd>
        </Button>
      )}
      {decision.kind === 'over' && (
        <Button look="brass" size="big" onClick={onResult}>
          {t('bar.see_result')}
          <Kbd>{t('bar.key_enter')}</Kbd>
        </Button>
      )}
    </section>
  );
}

const capital = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** True for `ms` after `key` has changed, but not at first sight. */
export function useGuard(key: string | null, ms: number): { guarded: boolean; blocked(): boolean } {
  const [changed, setChanged] = useState({ key, at: Number.NEGATIVE_INFINITY });
  if (changed.key !== key) setChanged({ key, at: key === null ? Number.NEGATIVE_INFINITY : performance.now() });
  const [, renew] = useState(0);
  useEffect(() => {
    const rest = changed.at + ms - performance.now();
    if (rest <= 0) return;
    // Timers drop fractions of a millisecond: a moment early would leave the button closed for good.
    const timer = setTimeout(() => renew((count) => count + 1), Math.ceil(rest) + 1);
    return () => clearTimeout(timer);
  }, [changed, ms]);
  const blocked = () => performance.now() < changed.at + ms;
  return { guarded: blocked(), blocked };
}
