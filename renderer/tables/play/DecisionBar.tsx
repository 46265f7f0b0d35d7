import { IconCheck, IconDots } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { escapeInvisible, isolatedName } from '../../../shared/peer-text.ts';
import { clocksOf } from '../../../shared/tables/clocks.ts';
import type { Remark } from '../../../shared/tables/remarks.ts';
import { leftMs } from '../../../shared/tables/time-left.ts';
import { useClock, useClockStopped } from '../../core/clock.ts';
import { useLabels } from '../../core/use-labels.ts';
import { MomentsPlace } from '../../notices/MomentsPlace.tsx';
import { Button } from '../../ui/Button.tsx';
import { CountdownRing } from '../../ui/CountdownRing.tsx';
import { capitalized, formatCountdown, wholeSeconds } from '../../ui/format.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import { SentenceSpace } from '../../ui/SentenceSpace.tsx';
import { AnswerInput } from '../AnswerInput.tsx';
import { absenceTimes } from '../absence-times.ts';
import { DrawAnswers } from '../draw/DrawAnswers.tsx';
import { isOutOfReach, useDrawNote } from '../draw/draw-note.ts';
import type { Drawing } from '../draw/use-draw.ts';
import { OutcomeIcon } from '../OutcomeIcon.tsx';
import { useOutcomeText } from '../outcome-text.ts';
import { NewRemark } from '../remarks/NewRemark.tsx';
import type { Decision } from './bar-state.ts';
import { ClientButton } from './ClientSwitch.tsx';
import { countdownOf } from './countdown.ts';
import styles from './DecisionBar.module.css';
import { RefusalText } from './RefusalText.tsx';
import type { Following } from './use-following.ts';
import type { Undrawn } from './use-undrawn.ts';

interface DecisionBarProps {
  /** Of the region, where there are several. */
  regionLabel?: string;
  table: Table;
  decision: Decision;
  drawing: Drawing;
  /** True for a moment after something other than the user changed what Enter would play. */
  guarded: boolean;
  /** Whether a click on the board plays or only picks a move; null in the plain view. */
  boardClick: 'plays' | 'picks' | null;
  /** What the other side has just said beside the game, in place of the detail; null otherwise. */
  remark: Remark | null;
  /** How to begin, in the first game of its kind; null otherwise. */
  hint: string | null;
  /** The user wants a move other than the proposed one. */
  isReplacing: boolean;
  /** Whether number keys pick something. */
  hasNumbers: boolean;
  /** The choices that have their numbers only here; null if there are none. */
  numbered: readonly { number: number; label: string }[] | null;
  /** All choices are listed below the board. */
  isListed: boolean;
  /** What the board draws of the listed choices. */
  undrawn: Pick<Undrawn, 'isAlsoDrawn' | 'offBoard'>;
  /** Why what the user just did can't be played, in place of the sentence; else null. */
  refusal: string | null;
  /** The field of a question that is answered by typing, unless the plain view has it. */
  typed: { text: string; type(text: string): void };
  /** What was chosen while the answer before is on its way; else null. */
  following?: Following | null;
  onPlay(): void;
  /** Clears the pick, or takes back what waits for the next turn. */
  onClear(): void;
  onHold(): void;
  onChooseAnother(): void;
  /** The other side stalls, and the user no longer waits. */
  onLeave(): void;
  /** Null where the bar is all there is of a result. */
  onResult: (() => void) | null;
}

/** Names the pending move and what happens on timeout. Enter presses the primary button. Part of the window, never of a board. */
export function DecisionBar({
  regionLabel,
  table,
  decision,
  drawing,
  guarded,
  boardClick,
  remark,
  hint,
  isReplacing,
  hasNumbers,
  numbered,
  isListed,
  undrawn: { isAlsoDrawn, offBoard },
  refusal,
  typed,
  following = null,
  onPlay,
  onClear,
  onHold,
  onChooseAnother,
  onLeave,
  onResult,
}: DecisionBarProps) {
  const { t } = useTranslation('tables');
  const { t: tApp } = useTranslation();
  const refusalId = useId();
  const outcome = useOutcomeText();
  const draw = useDrawNote(table);
  const labels = useLabels(table.protocol.protocol_id);
  const now = useClock(table.phase === 'playing');
  const isStopped = useClockStopped();
  const countdown = countdownOf(table, decision, now);
  const remainingMs = countdown?.leftMs ?? 0;
  const peer = isolatedName(table.peer.nickname);
  const isOwnTurn = ['choose', 'picked', 'proposal', 'held'].includes(decision.kind);
  const isAsked = table.draw === 'asked' && decision.kind !== 'over';
  const isReturning = table.connection.returning === true;
  const { unheard_since: unheardSince } = table.connection;
  const isSimultaneous = table.protocol.mode === 'simultaneous_round';
  const { ask } = table;
  const awayTimes = absenceTimes(table.absence.own);
  /** The button that plays is there before anything is picked, unless a click on the board plays. */
  const lacksPick = decision.kind === 'choose' && (boardClick !== 'plays' || ask?.entry !== undefined);
  const label = 'choice' in decision ? decision.choice.label : '';
  const isChat = table.ask?.entry?.type === 'text' && 'choice' in decision && typeof decision.choice.value === 'string';
  const playText = t(isSimultaneous ? 'bar.seal' : isChat ? 'bar.say' : 'bar.play', { label });

  const isProposal = decision.kind === 'proposal' || decision.kind === 'held';
  const reason = isProposal && ask?.reason ? escapeInvisible(ask.reason) : null;

  const mainText = () => {
    if (decision.kind === 'over') return outcome(table).long;
    if (decision.kind === 'quiet') return t(isReturning ? 'bar.returning' : 'bar.quiet', { peer });
    if (draw.sentence !== null) return draw.sentence;
    if (decision.kind === 'waiting' && table.stall?.kind === 'late') return t('bar.late', { peer });
    if (decision.kind === 'waiting' && unheardSince !== undefined)
      return t('bar.unheard', { peer, seconds: wholeSeconds(now - unheardSince) });
    if (decision.kind === 'waiting' && !decision.begun) return t('bar.begins');
    if (decision.kind === 'waiting') return decision.sealed ? t('bar.sealed', { peer }) : t('bar.thinking', { peer });
    if (decision.kind === 'premove') return t('bar.premove', { label: capitalized(label) });
    if (decision.kind === 'sent') return isSimultaneous ? t('bar.sealing', { label }) : t('bar.sent', { label });
    if (decision.kind === 'agent')
      return t(table.client === null ? 'bar.agent' : table.client.connected ? 'bar.client' : 'bar.client_away');
    if (decision.kind === 'choose') return decision.prompt;
    if (decision.kind === 'picked' || decision.kind === 'picked_ahead')
      return isChat ? t('bar.written', { label }) : t('bar.picked', { label: capitalized(label) });
    if (decision.kind === 'held' && isReplacing) return t('bar.choose_another');
    return t(ask?.proposer === 'hooks' ? 'bar.code_proposal' : 'bar.proposal', { label });
  };
  const detailText = () => {
    if (decision.kind === 'over') return outcome(table).points;
    if (decision.kind === 'quiet' && decision.until !== null)
      return t(isReturning ? 'bar.returning_until' : table.stall === null ? 'bar.quiet_until' : 'bar.quiet_can_leave', {
        left: formatCountdown(remainingMs),
      });
    if (decision.kind === 'quiet') return t('bar.quiet_for', { seconds: wholeSeconds(now - decision.since) });
    if (following !== null)
      return t(following.plays ? 'bar.follows' : 'bar.follows_picked', { label: capitalized(following.choice.label) });
    if (decision.kind === 'picked_ahead') return withDraw(t('bar.enter_keeps'));
    // The sentence that names the move gives way to one about a draw.
    if (decision.kind === 'premove')
      return withDraw(
        draw.sentence === null
          ? t('bar.premove_detail')
          : tApp('sentence', { text: t('bar.premove', { label: capitalized(label) }) }),
      );
    if (decision.kind === 'waiting') return droppedText() ?? waitingDetail();
    if (decision.kind === 'sent') return t('bar.on_its_way');
    if (decision.kind === 'agent') {
      if (countdown === null) return table.client === null ? t('bar.agent_alone') : '';
      if (table.client === null) return t('bar.agent_left', { seconds: wholeSeconds(remainingMs) });
      const fallback = table.hooks?.decides ? 'hooks' : table.client?.connected ? 'clock' : 'you';
      return t(`bar.client_left.${fallback}`, { seconds: wholeSeconds(remainingMs) });
    }
    if (decision.kind === 'held' && isReplacing) return pickText(boardClick ? 'bar.pick_one' : 'bar.pick_in_list');
    if (decision.kind === 'picked' && offBoard.includes(decision.choice.value)) return t('bar.off_board');
    if (remainingMs > 0 && remainingMs <= 10_000)
      return tApp('sentences', {
        first: t('bar.left', { seconds: wholeSeconds(remainingMs) }),
        second: timeoutText(),
      });
    if (table.connection.quiet_since !== null)
      return t(isReturning ? 'bar.returning_meanwhile' : 'bar.quiet_meanwhile', { peer });
    if (isAsked) return draw.detail;
    if (draw.detail !== null) return withDraw(timeoutText());
    const dropped = decision.kind === 'picked' ? null : droppedText();
    if (dropped !== null) return dropped;
    if (decision.kind !== 'choose' && decision.kind !== 'picked') return timeoutText();
    if (awayTimes !== null) return t('absence.own', { ...awayTimes, peer });
    if (decision.kind === 'choose' && table.client?.connected && table.control_mode === 'hybrid')
      return t('bar.client_or_you');
    if (hint !== null) return hint;
    return (
      <>
        {ask !== null && table.chosen.peer && (
          <>
            {t('bar.peer_sealed', { peer })}
            <SentenceSpace />
          </>
        )}
        <span className="wide">
          {decision.kind === 'choose'
            ? pickHint()
            : t(`bar.enter_${isSimultaneous ? 'seals' : isChat ? 'sends' : 'plays'}`)}
          <SentenceSpace />
        </span>
        {timeoutText()}
      </>
    );
  };
  const withDraw = (text: string) =>
    draw.detail === null ? text : text === '' ? draw.detail : tApp('sentences', { first: draw.detail, second: text });
  const pickHint = () => {
    if (ask?.entry?.type === 'text') {
      if (ask.choices.length === 0) return t('bar.type_text');
      return t(boardClick === 'plays' ? 'bar.type_or_click' : 'bar.type_or_pick');
    }
    if (ask?.entry) {
      const { min, max } = ask.entry;
      return min === max ? t('bar.type_only', { number: min }) : t('bar.type_number', { min, max });
    }
    if (numbered !== null) return numbered.map(({ number, label }) => t('bar.numbered', { number, label })).join(' ');
    if (boardClick !== null && isListed && isAlsoDrawn) return pickText('bar.pick_anywhere');
    if (boardClick === null || isListed) return pickText('bar.pick_in_list');
    const how = boardClick === 'plays' && ask ? labels.how(ask.prompt) : null;
    if (how !== null) return how;
    return pickText(boardClick === 'plays' ? 'bar.click_plays' : 'bar.pick_one');
  };
  const pickText = (key: 'bar.pick_one' | 'bar.pick_in_list' | 'bar.pick_anywhere' | 'bar.click_plays') =>
    hasNumbers ? tApp('sentences', { first: t(key), second: t('bar.or_number') }) : t(key);
  /** Why what was chosen ahead isn't played. */
  const droppedText = () => {
    const { premove } = table;
    return premove?.dropped ? t(`dropped.${premove.dropped}`, { label: capitalized(premove.label) }) : null;
  };
  const waitingDetail = () => (
    <>
      {table.ahead !== null && (
        <span className="wide">
          {t('bar.ahead')}
          <SentenceSpace />
        </span>
      )}
      {withDraw(waitingText())}
    </>
  );
  const waitingText = () => {
    const until = table.peer_deadline_at;
    if (table.stall !== null && until !== null)
      return t('bar.late_can_leave', { left: formatCountdown(leftMs(until, now)) });
    const { label: limit, atZero } = clocksOf(table, now).peer;
    if (countdown === null || atZero === null) return '';
    const left = formatCountdown(remainingMs);
    if (limit === 'we_wait') return t('bar.we_wait', { left });
    if (remainingMs > 0) return t(`bar.theirs_${atZero}`, { left, total: formatCountdown(countdown.totalMs), peer });
    return until === null ? '' : t('bar.overtime', { left: formatCountdown(leftMs(until, now)) });
  };
  const timeoutText = () => {
    if (decision.kind === 'held') return t('bar.held');
    if (decision.kind === 'proposal' && table.ask?.plays_at != null) return t('bar.zero_plays');
    if (table.ask?.deadline_at == null) return '';
    return t(table.concession === 'open' ? 'bar.zero_loses' : 'bar.zero_ends');
  };

  return (
    <section
      className={[styles.bar, isOwnTurn && styles.ownTurn, 'on-wood'].filter(Boolean).join(' ')}
      data-region="decision"
      data-decision={decision.kind}
      data-ask={table.ask?.key}
      data-numbers={hasNumbers || undefined}
      aria-label={regionLabel ?? t('bar.label')}
      tabIndex={-1}
    >
      {countdown ? (
        <CountdownRing
          remainingMs={remainingMs}
          totalMs={countdown.totalMs}
          tone={['waiting', 'picked_ahead', 'premove'].includes(decision.kind) ? 'wood' : 'brass'}
          stopped={isStopped}
          label={t('bar.time_left', { seconds: wholeSeconds(remainingMs) })}
        />
      ) : (
        <span className={styles.icon}>
          {decision.kind === 'over' ? (
            <OutcomeIcon table={table} size={26} />
          ) : decision.kind === 'sent' ? (
            <IconCheck size={26} stroke={1.75} aria-hidden="true" />
          ) : (
            <IconDots size={26} stroke={1.75} aria-hidden="true" />
          )}
        </span>
      )}
      <DrawAnswers drawing={drawing} isAsked={isAsked} isOutOfReach={isOutOfReach(table)} />
      <div className="grow">
        <div className={styles.sentence} data-testid="decision">
          {mainText()}
        </div>
        <div className={styles.details}>
          <div id={refusalId} className={styles.refusal} role="alert" data-testid="refusal">
            {refusal !== null && <RefusalText key={refusal} text={refusal} />}
          </div>
          <MomentsPlace isBar isHidden={refusal !== null || remark !== null} />
          <div
            className={`${styles.detail} ${remark ? '' : decision.kind === 'quiet' ? styles.whole : reason === null ? 'truncate' : styles.withReason}`}
            title={remark ? undefined : (reason ?? undefined)}
          >
            {remark ? <NewRemark remark={remark} nickname={table.peer.nickname} /> : detailText()}
            {!remark && reason !== null && (
              <>
                {' '}
                {t('bar.agent_says')} <bdi className={styles.reason}>{reason}</bdi>
              </>
            )}
          </div>
        </div>
      </div>
      {ask?.entry && boardClick && isOwnTurn && (
        <AnswerInput inBar describedBy={refusalId} entry={ask.entry} text={typed.text} onType={typed.type} />
      )}
      {['agent', 'choose', 'waiting'].includes(decision.kind) && <ClientButton table={table} />}
      {table.stall !== null && (decision.kind === 'quiet' || decision.kind === 'waiting') && (
        <Button variant="wood" size="lg" data-action="leave" onClick={onLeave}>
          {t('unfinished.do')}
        </Button>
      )}
      {(decision.kind === 'picked' || decision.kind === 'picked_ahead') && (
        <Button variant="wood" size="lg" className="wide" onClick={onClear}>
          {t('bar.clear')}
        </Button>
      )}
      {(decision.kind === 'premove' || following !== null) && (
        <Button variant="wood" size="lg" data-action="take-back" onClick={onClear}>
          {t('bar.take_back')}
          <Kbd>{t('bar.key_escape')}</Kbd>
        </Button>
      )}
      {decision.kind === 'proposal' && table.ask?.plays_at != null && (
        <Button variant="wood" size="lg" onClick={onHold}>
          {t('bar.hold')}
          <Kbd>{t('bar.key_space')}</Kbd>
        </Button>
      )}
      {(decision.kind === 'proposal' || (decision.kind === 'held' && !isReplacing)) && (
        <Button variant="wood" size="lg" className="wide" onClick={onChooseAnother}>
          {t('bar.another')}
        </Button>
      )}
      {'choice' in decision && decision.kind !== 'sent' && decision.kind !== 'premove' && (
        <Button
          variant="brass"
          size="lg"
          className={guarded ? (styles.guarded ?? '') : ''}
          data-action="play"
          aria-disabled={guarded}
          onClick={onPlay}
        >
          <span className={styles.action}>
            {decision.kind === 'proposal'
              ? t('bar.play_now', { label })
              : decision.kind === 'picked_ahead'
                ? t('bar.keep', { label })
                : playText}
          </span>
          <Kbd>{t('bar.key_enter')}</Kbd>
        </Button>
      )}
      {lacksPick && (
        <Button variant="brass" size="lg" data-action="play" aria-disabled onClick={onPlay}>
          {t(isSimultaneous ? 'bar.seal_it' : ask?.entry?.type === 'text' ? 'bar.say' : 'bar.play_it')}
        </Button>
      )}
      {decision.kind === 'over' && onResult && (
        <Button variant="brass" size="lg" onClick={onResult}>
          {t('bar.see_result')}
          <Kbd>{t('bar.key_enter')}</Kbd>
        </Button>
      )}
    </section>
  );
}
