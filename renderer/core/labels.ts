/**
 * Translated labels of protocols, and main's snapshots with them applied. Only displayed text changes: ids, values, and
 * everything that is sent or hashed stay as they are.
 */
import type { HostedTable, Lobby, LobbyEntry, Notices, Table, TableRow } from '../../shared/bridge/contract.ts';
import { isJsonObject, type Json } from '../../shared/json/value.ts';
import type { Language } from '../../shared/language.ts';
import { languageTexts } from '../../shared/locales/languages.ts';
import { type Labels, labelsOf, translateView } from '../../shared/protocol/labels.ts';
import type { OptionDefaults } from '../../shared/protocol/options.ts';
import type { ProtocolWords } from '../../shared/protocol/words.ts';
import type { Question } from '../../shared/tables/hooks.ts';

export interface LabelBook {
  /** Returns the same object for the same protocol. */
  labelsFor(protocol_id: string): Labels;
  /** Texts of house players outside a table, such as a bio. */
  houseText(text: string): string;
  table(table: Table): Table;
  row(row: TableRow): TableRow;
  entry(entry: LobbyEntry): LobbyEntry;
  hostedTable(table: HostedTable): HostedTable;
  lobby(lobby: Lobby): Lobby;
  notices(notices: Notices): Notices;
  /** Translates the name and, if present, the description. */
  protocol<T extends { protocol_id: string; name: string | null; description?: string }>(protocol: T): T;
}

/** `words`: the translations of each protocol that has any. `defaults`: of the options of each protocol on this computer, where they go without saying. */
export function createLabelBook(
  language: Language,
  words: { readonly [protocol_id: string]: ProtocolWords },
  defaults: { readonly [protocol_id: string]: OptionDefaults } = {},
): LabelBook {
  const separator = languageTexts[language].list_separator;
  const untranslatedLabels = labelsOf(null, separator);
  const byProtocol = new Map(
    Object.keys({ ...defaults, ...words }).map((id) => [id, labelsOf(words[id] ?? null, separator, defaults[id])]),
  );
  const labelsFor = (protocol_id: string) => byProtocol.get(protocol_id) ?? untranslatedLabels;
  const translateEntry = memoized((invitation: LobbyEntry) => {
    const labels = labelsFor(invitation.protocol_id);
    if (labels.words === null) return invitation;
    // Only messages of the house are translated.
    const message = invitation.host.house ? labels.text(invitation.message) : invitation.message;
    return { ...invitation, protocol_name: labels.name(invitation.protocol_name), message };
  });
  const translateEntries = memoized<readonly LobbyEntry[]>((list) => list.map(translateEntry));
  return {
    labelsFor,
    houseText(text) {
      for (const labels of byProtocol.values()) {
        const translated = labels.text(text);
        if (translated !== text) return translated;
      }
      return text;
    },
    table: memoized((table) => translateTable(table, labelsFor(table.protocol.protocol_id))),
    row: memoized((row) => {
      const labels = labelsFor(row.protocol.protocol_id);
      return labels.words === null ? row : { ...row, protocol: translateProtocol(row, labels) };
    }),
    entry: translateEntry,
    hostedTable: memoized((table) => ({
      ...table,
      protocol_name: labelsFor(table.protocol_id).name(table.protocol_name),
    })),
    lobby: (lobby) => ({ ...lobby, entries: translateEntries(lobby.entries) }),
    notices: (notices) => ({
      ...notices,
      ended: notices.ended.map((games) => {
        const { protocol } = games.newest;
        const name = labelsFor(protocol.protocol_id).name(protocol.name);
        return { ...games, newest: { ...games.newest, protocol: { ...protocol, name } } };
      }),
      offers: notices.offers.map((offer) => ({ ...offer, entry: translateEntry(offer.entry) })),
      declined: notices.declined.map((answer) => ({
        ...answer,
        protocol_name: labelsFor(answer.protocol_id).name(answer.protocol_name),
      })),
    }),
    protocol(protocol) {
      const labels = labelsFor(protocol.protocol_id);
      if (labels.words === null || protocol.name === null) return protocol;
      const { description } = protocol;
      return {
        ...protocol,
        name: labels.name(protocol.name),
        ...(description !== undefined && { description: labels.description(description) }),
      };
    },
  };
}

/** The readable form of a protocol message given as JSON; null if it has none. */
export function messageTextOf(text: string, labels: Labels): string | null {
  try {
    const message: Json = JSON.parse(text);
    return isJsonObject(message) ? labels.message(message) : null;
  } catch {
    return null;
  }
}

/** Untranslated labels, used until translations are loaded. */
export const untranslatedBook: LabelBook = createLabelBook('en', {});

/** Memoizes by object identity, so that unchanged snapshots don't re-render. */
function memoized<T extends object>(translate: (value: T) => T): (value: T) => T {
  const results = new WeakMap<T, T>();
  return (value) => {
    const cachedResult = results.get(value);
    if (cachedResult) return cachedResult;
    const result = translate(value);
    results.set(value, result);
    return result;
  };
}

function translateTable(table: Table, labels: Labels): Table {
  if (labels.words === null) return table;
  const { view, ask, ahead, premove, moves, hooks } = table;
  return {
    ...table,
    protocol: translateProtocol(table, labels),
    view: translateView(view, labels),
    ask: ask && {
      ...translateQuestion(ask, labels),
      ...(hooks?.by_hand && { prompt: labels.askedByHand(ask.prompt) }),
      ...(ask.reason === undefined ? {} : { reason: labels.text(ask.reason) }),
    },
    ahead: ahead && translateQuestion(ahead, labels),
    premove: premove && { ...premove, label: labels.text(premove.label) },
    moves: moves.map((move) => ({ ...move, text: labels.move(move) })),
  };
}

// The reason of a result stays as it is: tables/outcome-text.ts tells it from the user's side.
const translateProtocol = ({ protocol }: TableRow, labels: Labels): TableRow['protocol'] => ({
  ...protocol,
  name: labels.name(protocol.name),
});

function translateQuestion<Q extends Question>(ask: Q, { text, choice: labelOf }: Labels): Q {
  return {
    ...ask,
    prompt: text(ask.prompt),
    choices: ask.choices.map((choice) => ({
      ...choice,
      label: labelOf(choice),
      ...(choice.hint === undefined ? {} : { hint: text(choice.hint) }),
    })),
  };
}
