import type { StudioFrame } from '../../../shared/bridge/contract.ts';
import { useReactionText } from './reaction-text.ts';

/** In the list of messages: what the other seat made of a message of the author. */
export function MessageReaction({ frame }: { frame: StudioFrame }) {
  const reaction = useReactionText()(frame);
  if (reaction === null) return null;
  return (
    <div className="dim">
      {reaction.text} {reaction.reason !== null && <bdi>{reaction.reason}</bdi>}
    </div>
  );
}
