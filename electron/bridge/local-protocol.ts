/** Finds a protocol on this computer by its id, or by its folder's name if it is bundled. */
import { ParlorError } from '../../shared/errors.ts';
import type { Library, LibraryProtocol } from '../library/library.ts';

export const findLocal = (library: Library, named: string): LibraryProtocol | null =>
  library.get(named) ?? library.list().find(({ folder }) => folder === named) ?? null;

/** @throws ParlorError `protocol_missing` */
export function requireLocal(library: Library, named: string): LibraryProtocol {
  const protocol = findLocal(library, named);
  if (protocol) return protocol;
  throw new ParlorError('protocol_missing', `There is no protocol "${named}" on this computer. Fetch it first.`);
}
