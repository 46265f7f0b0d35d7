/** Which hooks judge a finished game: those that played it, or the bundled ones of the same protocol. */
import { hash } from 'node:crypto';
import type { Judge, Table } from '../../../shared/bridge/contract.ts';
import { flowMode } from '../../../shared/protocol/spec.ts';
import { isOver } from '../../../shared/tables/rematch.ts';
import { methodLine } from '../../hooks/skeleton.ts';
import type { Library, LibraryProtocol } from '../../library/library.ts';

export interface FoundJudge {
  judge: Judge;
  protocol: LibraryProtocol;
  source: string;
}

/** Null if none can. Starts no hooks. */
export async function findJudge(
  library: Pick<Library, 'get' | 'readHooks'>,
  { protocol: { protocol_id }, hooks, moves, phase }: Pick<Table, 'protocol' | 'hooks' | 'moves' | 'phase'>,
): Promise<FoundJudge | null> {
  const protocol = library.get(protocol_id);
  if (!protocol || !isOver({ phase }) || moves.length === 0 || flowMode(protocol.spec) !== 'session_loop') return null;
  const { state, text } = await library.readHooks(protocol);
  if (state !== 'finished' || text === null || methodLine(text, 'evaluate') === null) return null;
  const sourceHash = hash('sha256', text);
  const bundled = protocol.source === 'bundled';
  const isOfRecord = hooks?.hash === sourceHash;
  if (!isOfRecord && !bundled) return null;
  return {
    judge: { source: isOfRecord ? 'record' : 'bundled', hash: sourceHash, bundled },
    protocol,
    source: text,
  };
}
