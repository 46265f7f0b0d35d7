/** Lists that the bridge sends in pages, read to their end. */
import { limits } from '../community/limits.ts';
import type { Language } from '../language.ts';
import type { OptionDefaults } from '../protocol/options.ts';
import type { ProtocolWords } from '../protocol/words.ts';
import type {
  Bridge,
  Consent,
  Deprecation,
  HostableProtocol,
  HostedTable,
  PlayedGame,
  ProtocolEntry,
  StudioEntry,
} from './contract.ts';
import type { Client } from './define.ts';

type Calls = Client<Bridge, 'both'>;

/** Reads a list page by page to its end. */
async function* readPages<P extends { next?: string | undefined }>(
  readPage: (args: { cursor?: string }) => Promise<P>,
): AsyncGenerator<P> {
  let cursor: string | undefined;
  do {
    const page: P = await readPage(cursor === undefined ? {} : { cursor });
    yield page;
    cursor = page.next;
  } while (cursor !== undefined);
}

/** The protocols on this computer, bundled ones first. */
export async function readProtocols({ protocols }: Pick<Calls, 'protocols'>): Promise<ProtocolEntry[]> {
  const all: ProtocolEntry[] = [];
  for await (const page of readPages(protocols.list)) all.push(...page.protocols);
  return all;
}

/** The labels of protocols in one language, and the defaults of their options, by protocol id. */
export async function readLabels({ protocols }: Pick<Calls, 'protocols'>, language: Language) {
  const words: { [protocol_id: string]: ProtocolWords } = {};
  const defaults: { [protocol_id: string]: OptionDefaults } = {};
  for await (const page of readPages((args) => protocols.labels({ ...args, language }))) {
    Object.assign(words, page.labels);
    Object.assign(defaults, page.defaults);
  }
  return { words, defaults };
}

/** Those that can be hosted or tell why not, bundled ones first. */
export async function readHostable({ tables }: Pick<Calls, 'tables'>): Promise<HostableProtocol[]> {
  const all: HostableProtocol[] = [];
  for await (const page of readPages(tables.hostable)) all.push(...page.protocols);
  return all;
}

/** The Studio's projects. */
export async function readProjects({ studio }: Pick<Calls, 'studio'>): Promise<StudioEntry[]> {
  const all: StudioEntry[] = [];
  for await (const page of readPages(studio.list)) all.push(...page.projects);
  return all;
}

/** This identity's open invitations. */
export async function readHosted({ tables }: Pick<Calls, 'tables'>): Promise<HostedTable[]> {
  const all: HostedTable[] = [];
  for await (const page of readPages(tables.hosting)) all.push(...page.hosted);
  return all;
}

/** The event `hosting`. */
export interface HostedChange {
  hosted: HostedTable[];
  gone: string[];
}

/** A list of open invitations after the event `hosting`. */
export function afterHostedChange(current: readonly HostedTable[], { hosted, gone }: HostedChange): HostedTable[] {
  const changed = new Map(hosted.map((table) => [table.post_id, table]));
  const kept = current.flatMap((table) => {
    const next = changed.get(table.post_id) ?? (gone.includes(table.post_id) ? null : table);
    changed.delete(table.post_id);
    return next ?? [];
  });
  return [...kept, ...changed.values()];
}

/** The games that this identity has played, most played first. */
export async function readPlayedGames({ history }: Pick<Calls, 'history'>): Promise<PlayedGame[]> {
  const all: PlayedGame[] = [];
  for await (const page of readPages(history.games)) all.push(...page.games);
  return all;
}

/** The boards of others that the user allowed, the latest first. */
export async function readConsents({ protocols }: Pick<Calls, 'protocols'>): Promise<Consent[]> {
  const all: Consent[] = [];
  for await (const page of readPages(protocols.consents)) all.push(...page.consents);
  return all;
}

/** The deprecated ones of these protocols, by id. */
export async function readDeprecations(
  { protocols }: Pick<Calls, 'protocols'>,
  protocol_ids: readonly string[],
): Promise<Map<string, Deprecation>> {
  const ids = [...new Set(protocol_ids)];
  const found: Deprecation[] = [];
  for (let from = 0; from < ids.length; from += limits.deprecations_page) {
    const page = { protocol_ids: ids.slice(from, from + limits.deprecations_page) };
    found.push(...(await protocols.deprecations(page)).deprecations);
  }
  return new Map(found.map((deprecation) => [deprecation.protocol_id, deprecation]));
}
