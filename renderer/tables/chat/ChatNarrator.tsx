import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { escapeInvisible, isolatedName } from '../../../shared/peer-text.ts';
import type { ChatMessage } from '../../../shared/tables/moves.ts';
import { isOver } from '../../../shared/tables/rematch.ts';
import { useOutcomeText } from '../outcome-text.ts';
import { SpokenLog, useSpokenLines } from '../SpokenLog.tsx';

/** Says to screen readers what the other side writes while the page is open, that it is away or back, and that the conversation ended. */
export function ChatNarrator({ table, messages }: { table: Table; messages: readonly ChatMessage[] }) {
  const { t } = useTranslation('chat');
  const { t: tTables } = useTranslation('tables');
  const outcome = useOutcomeText();
  const peer = isolatedName(table.peer.nickname);
  const newest = messages.at(-1)?.number ?? 0;
  // A conversation that is read from its record has been said already.
  const spokenUntil = useRef<number | null>(null);
  const spoken = useSpokenLines();
  const [alert, setAlert] = useState('');
  const state = isOver(table) ? 'over' : table.connection.quiet_since !== null ? 'quiet' : 'here';
  const previousState = useRef(state);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each new message
  useEffect(() => {
    const after = spokenUntil.current;
    spokenUntil.current = newest;
    if (after === null) return;
    const added = messages.filter(({ number, by }) => number > after && by !== table.role);
    spoken.say(
      ...added.map(({ number, text }) => ({
        id: number,
        text: `${t('says', { name: peer })} ${escapeInvisible(text)}`,
      })),
    );
  }, [newest]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each change of the state
  useEffect(() => {
    const before = previousState.current;
    previousState.current = state;
    if (before === state) return;
    if (state === 'here') setAlert(tTables('story.back', { peer }));
    else
      setAlert(
        state === 'over'
          ? outcome(table).long
          : tTables(table.connection.returning ? 'bar.returning' : 'bar.quiet', { peer }),
      );
  }, [state]);
  return (
    <>
      <SpokenLog lines={spoken.lines} label={t('narration')} testId="story" />
      <div className="offscreen" role="alert" data-testid="bell">
        {alert}
      </div>
    </>
  );
}
