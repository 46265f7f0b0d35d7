import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { escapeInvisible, isolatedName } from '../../../shared/peer-text.ts';
import type { ChatMessage } from '../../../shared/tables/moves.ts';
import { isOver } from '../../../shared/tables/rematch.ts';
import { useOutcomeText } from '../outcome-text.ts';

const maxLines = 12;

/** Says to screen readers what the other side writes while the page is open, that it is away or back, and that the conversation ended. */
export function ChatNarrator({ table, messages }: { table: Table; messages: readonly ChatMessage[] }) {
  const { t } = useTranslation('chat');
  const { t: tTables } = useTranslation('tables');
  const outcome = useOutcomeText();
  const peer = isolatedName(table.peer.nickname);
  const newest = messages.at(-1)?.number ?? 0;
  // A conversation that is read from its record has been said already.
  const spoken = useRef<number | null>(null);
  const [lines, setLines] = useState<readonly { id: string; text: string }[]>([]);
  const [alert, setAlert] = useState('');
  const state = isOver(table) ? 'over' : table.connection.quiet_since !== null ? 'quiet' : 'here';
  const previousState = useRef(state);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each new message
  useEffect(() => {
    const after = spoken.current;
    spoken.current = newest;
    if (after === null) return;
    const added = messages.filter(({ number, by }) => number > after && by !== table.role);
    const said = added.map(({ number, text }) => ({
      id: String(number),
      text: `${t('says', { name: peer })} ${escapeInvisible(text)}`,
    }));
    if (said.length > 0) setLines((before) => [...before, ...said].slice(-maxLines));
  }, [newest]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each change of the state
  useEffect(() => {
    const before = previousState.current;
    previousState.current = state;
    if (before === state) return;
    if (state === 'here') setAlert(tTables('story.back', { peer }));
    else setAlert(state === 'over' ? outcome(table).long : tTables('bar.quiet', { peer }));
  }, [state]);
  return (
    <>
      <div className="offscreen" role="log" aria-label={t('narration')} data-testid="story">
        {lines.map(({ id, text }) => (
          <p key={id} dir="auto">
            {text}
          </p>
        ))}
      </div>
      <div className="offscreen" role="alert" data-testid="bell">
        {alert}
      </div>
    </>
  );
}
