/** Finds a protocol on this computer by its id, or by its folder's name if it is bundled. */
import { ParlorError } from '../../shared/errors.ts';
import type { Library, LibraryProtocol } from '../library/library.ts';

export const findLocal = (library: Library, protocolRef: string): LibraryProtocol | null =>
  library.get(protocolRef) ?? library.list().find(({ folder }) => folder === protocolRef) ?? null;

/** @throws ParlorError `protocol_missing` */
export function requireLocal(library: Library, protocolRef: string): LibraryProtocol {
  const protocol = findLocal(library, protocolRef);
  if (protocol) return protocol;
  throw new ParlorError('protocol_missing', `There is no protocol "${protocolRef}" on this computer. Fetch it first.`);
}
