/** Which hooks judge a finished game: those that played it, or the bundled ones of the same protocol. */
import { hash } from 'node:crypto';
import type { Judge } from '../../../shared/bridge/contract.ts';
import { flowMode } from '../../../shared/protocol/spec.ts';
import { methodLine } from '../../hooks/skeleton.ts';
import type { Library, LibraryProtocol } from '../../library/library.ts';

export interface FoundJudge {
  judge: Judge;
  protocol: LibraryProtocol;
  source: string;
}

/** Null if none can. `hooksHash`: of those that played it, if they are known. Starts no hooks. */
export async function findJudge(
  library: Pick<Library, 'get' | 'readHooks'>,
  { protocol_id, hooksHash }: { protocol_id: string; hooksHash: string | null },
): Promise<FoundJudge | null> {
  const protocol = library.get(protocol_id);
  if (!protocol || flowMode(protocol.spec) !== 'session_loop') return null;
  const { state, text } = await library.readHooks(protocol);
  if (state !== 'finished' || text === null || methodLine(text, 'evaluate') === null) return null;
  const sourceHash = hash('sha256', text);
  const bundled = protocol.source === 'bundled';
  const isOfRecord = hooksHash === sourceHash;
  if (!isOfRecord && !bundled) return null;
  return {
    judge: { source: isOfRecord ? 'record' : 'bundled', hash: sourceHash, bundled },
    protocol,
    source: text,
  };
}
