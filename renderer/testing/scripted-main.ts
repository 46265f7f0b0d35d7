/** Stands where the bridge stands, with a main that follows a script. The page's `?scene=` says where it begins. */
import type { AppState, Bridge, HostedTable, Lobby, Offer, Table } from '../../shared/bridge/contract.ts';
import { joinStepIds } from '../../shared/bridge/contract.ts';
import type { Client } from '../../shared/bridge/define.ts';
import { ParlorError } from '../../shared/errors.ts';
import { type HostCall, hostableSamples, hostedOf, hostedTables } from './hosting-samples.ts';
import { fullChecks, lobbyChecks, playing, uuidOf } from './samples.ts';
import { appState, lobbyOf, offerOf, overTables } from './scenes.ts';
import { scriptedAgents } from './scripted-agents.ts';
import { ScriptedGame } from './scripted-game.ts';
import { scriptedInbox } from './scripted-inbox.ts';
import { networkAtStart, scriptedNetwork } from './scripted-network.ts';
import { scriptedProtocols } from './scripted-protocols.ts';
import { scriptedRecords, withOffer } from './scripted-records.ts';
import { scriptedSettings } from './scripted-settings.ts';
import { scriptedStudio } from './scripted-studio.ts';

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));
const query = new URLSearchParams(location.search);
const scene = query.get('scene') ?? 'lobby';
const pace = Number(query.get('pace') ?? '120');
const words =
  'orchard velvet pencil harbor lunar ticket gravity maple rabbit copper window sleep anchor thunder basket olive mirror candle fossil ribbon season glove tunnel amazing'.split(
    ' ',
  );

type Listener = (value: never) => void;

export async function connectBridge(): Promise<Client<Bridge, 'both'>> {
  const listeners = new Map<string, Set<Listener>>();
  const on = (group: string) => (event: string, listener: Listener) => {
    const key = `${group}.${event}`;
    listeners.set(key, (listeners.get(key) ?? new Set()).add(listener));
    return () => void listeners.get(key)?.delete(listener);
  };
  const emit = (key: string, value: unknown) => {
    for (const listener of listeners.get(key) ?? []) (listener as (value: unknown) => void)(structuredClone(value));
  };

  let app: AppState = { ...appState(scene, query.get('theme')), network: networkAtStart() };
  let lobby: Lobby = lobbyOf(scene);
  const tables = new Map<string, Table>();
  for (const table of overTables(scene)) tables.set(table.table_id, table);
  lobby = withOffer(scene, lobby, tables.values());
  const games = new Map<string, ScriptedGame>();

  let hosted: HostedTable[] = hostedTables(scene);
  const setHosted = (next: HostedTable[]) => {
    hosted = next;
    emit('tables.hosting', { hosted });
  };
  /** A guest sits down at a table of one's own. */
  const comes = async ({ post_id, protocol_name, control_mode }: HostedTable) => {
    await wait(pace * 4);
    const guest = lobby.entries[0];
    if (!guest) return;
    const offer = offerOf({ ...guest, post_id, protocol_name });
    const table: Table = { ...seat(offer, control_mode), role: 'host', phase: 'playing', checks: fullChecks() };
    const game = new ScriptedGame(table, setTable, pace, false);
    games.set(table.table_id, game);
    game.begin();
    setHosted(hosted.filter((waiting) => waiting.post_id !== post_id));
  };

  const setApp = (changes: Partial<AppState>) => {
    app = { ...app, ...changes };
    emit('app.changed', app);
  };
  // A picture's script speaks English and goes over to another language at its end.
  document.addEventListener('look-locale', (event) => {
    const { detail: locale } = event as CustomEvent<AppState['settings']['locale']>;
    setApp({ settings: { ...app.settings, locale } });
  });
  const setTable = (table: Table) => {
    tables.set(table.table_id, table);
    emit('tables.changed', table);
    if (table.phase === 'finished' && app.identity && !app.identity.words_confirmed && !app.words_due)
      setApp({ words_due: true });
  };

  const register = async () => {
    const started_at = Date.now();
    for (let step = 1; step <= 8; step++) {
      setApp({ work: { kind: 'proof_of_work', started_at, tries: step * 9000, difficulty: 2, chance: step / 9 } });
      await wait(pace);
    }
    lobby = lobbyOf('lobby');
    setApp({
      phase: 'ready',
      work: null,
      me: { agent_id: 900, rating: 1264, games_played: 18 },
      community: { ...app.community, status: 'online', agents: 214, clock_offset_ms: 120 },
    });
    emit('lobby.changed', lobby);
  };

  const seat = (offer: Offer, control_mode: Table['control_mode']): Table => {
    const table_id = `t${tables.size}c21e0`;
    return playing({
      table_id,
      post_id: offer.post_id,
      control_mode,
      phase: 'joining',
      peer: offer.host,
      peer_control_mode: offer.host_control_mode,
      protocol: {
        protocol_id: offer.protocol_id,
        name: offer.protocol_name,
        mode: offer.protocol_name === 'Rock Paper Scissors' ? 'simultaneous_round' : 'session_loop',
        family: offer.protocol.family,
      },
      options: offer.options,
      checks: lobbyChecks(),
      steps: joinStepIds.map((id) => ({ id, state: 'to_come', started_at: null, deadline_at: null })),
      board: query.get('board') === 'none' ? null : offer.board,
      started_at: Date.now(),
    });
  };

  const join = async (table: Table) => {
    let current = table;
    const change = (changes: Partial<Table>) => {
      current = { ...current, seq: current.seq + 1, ...changes };
      setTable(current);
    };
    const mark = (at: number, state: 'now' | 'failed') =>
      current.steps.map((step, index) => {
        if (index < at) return { ...step, state: 'done' as const };
        if (index > at) return step;
        return {
          ...step,
          state,
          started_at: Date.now(),
          deadline_at: step.id === 'connect' ? Date.now() + 15_000 : null,
        };
      });
    for (let at = 0; at < joinStepIds.length; at++) {
      change({ steps: mark(at, 'now') });
      if (scene === 'calling' && joinStepIds[at] === 'connect') return;
      await wait(pace);
      if (tables.get(table.table_id)?.phase === 'failed') return;
      if (scene === 'unreachable' && joinStepIds[at] === 'connect') {
        return change({
          phase: 'failed',
          steps: mark(at, 'failed'),
          problem: { code: 'peer_unreachable', message: 'No answer.' },
          ended_at: Date.now(),
        });
      }
    }
    change({ phase: 'playing', steps: mark(8, 'now'), checks: fullChecks() });
    const game = new ScriptedGame(current, setTable, pace, scene === 'lost');
    games.set(current.table_id, game);
    game.begin();
  };

  if (scene === 'first-run') lobby = { entries: [], status: 'loading', problem: null };

  const nothing = {};
  const settings = scriptedSettings(scene, () => app, setApp);
  const sitDown = async (post_id: string, control_mode: Table['control_mode']) => {
    const entry = lobby.entries.find((candidate) => candidate.post_id === post_id);
    if (!entry) throw new ParlorError('invitation_gone', 'Gone.');
    const table = seat(offerOf(entry), control_mode);
    void join(table);
    return { table_id: table.table_id };
  };
  const { rate, feedback, ...records } = scriptedRecords({
    tables,
    setTable,
    lobby: () => lobby,
    host: (table) => setHosted([...hosted, table]),
    join: sitDown,
  });
  const { agents } = scriptedAgents(scene);
  const { protocols, byHand } = scriptedProtocols(scene, emit);
  const client = {
    agents: { ...agents, rate, feedback, on: on('agents') },
    protocols: { ...protocols, ...settings.protocols, on: on('protocols') },
    community: {
      ...settings.community,
      ...scriptedNetwork({ setApp, app: () => app, wait: () => wait(pace) }),
      on: on('community'),
    },
    app: {
      ...settings.app,
      state: async () => app,
      set_settings: async (changes: Partial<AppState['settings']>) => {
        setApp({ settings: { ...app.settings, ...changes } });
        return app.settings;
      },
      retry: async () => nothing,
      stop_work: async () => {
        setApp({ work: null });
        return nothing;
      },
      on: on('app'),
    },
    identity: {
      ...settings.identity,
      create: async ({ nickname, bio }: { nickname: string; bio: string }) => {
        await wait(pace);
        const ready = appState('lobby', query.get('theme'));
        if (!ready.identity) return nothing;
        setApp({ phase: 'registering', identity: { ...ready.identity, nickname, bio, words_confirmed: false } });
        void register();
        return nothing;
      },
      recover: async () => {
        await wait(pace);
        throw new ParlorError('wrong_words', 'The words do not fit together.');
      },
      unlock: async ({ passphrase }: { passphrase: string }) => {
        await wait(pace);
        if (passphrase !== 'open sesame') throw new ParlorError('wrong_passphrase', 'No.');
        setApp({ ...appState('lobby', query.get('theme')) });
        return nothing;
      },
      words: async ({ passphrase }: { passphrase: string | null }) => {
        if (app.identity?.protection === 'passphrase' && passphrase !== 'open sesame') {
          throw new ParlorError('wrong_passphrase', 'No.');
        }
        return { words };
      },
      confirm_words: async ({ answers }: { answers: { position: number; word: string }[] }) => {
        const confirmed = answers.every(({ position, word }) => words[position - 1] === word);
        if (confirmed && app.identity)
          setApp({ words_due: false, identity: { ...app.identity, words_confirmed: true } });
        return { confirmed };
      },
      on: on('identity'),
    },
    studio: { ...scriptedStudio(scene, query.get('boardUrl') ?? 'http://x.localhost:1/'), on: on('studio') },
    inbox: { ...scriptedInbox(scene, lobby.entries, (value) => emit('inbox.changed', value)), on: on('inbox') },
    lobby: {
      list: async () => lobby,
      inspect: async ({ post_id }: { post_id: string }) => {
        await wait(pace);
        const entry = lobby.entries.find((candidate) => candidate.post_id === post_id);
        if (!entry) throw new ParlorError('invitation_gone', 'Gone.');
        return offerOf(entry);
      },
      on: on('lobby'),
    },
    tables: {
      list: async () => ({ tables: [...tables.values()] }),
      by_hand: byHand,
      hostable: async () => ({ protocols: hostableSamples() }),
      hosting: async () => ({ hosted }),
      host: async (wish: HostCall) => {
        await wait(pace);
        if (wish.message === 'refuse') throw new ParlorError('rate_limited', 'Three tables wait already.');
        const table = hostedOf(wish);
        setHosted([...hosted, table]);
        if (query.has('guest')) void comes(table);
        return table;
      },
      withdraw: async ({ post_id }: { post_id: string }) => {
        setHosted(hosted.filter((table) => table.post_id !== post_id));
        return nothing;
      },
      join: ({ post_id, control_mode }: { post_id: string; control_mode: Table['control_mode'] }) =>
        sitDown(post_id, control_mode),
      ...records,
      stop: async ({ table_id }: { table_id: string }) => {
        const table = tables.get(table_id);
        if (table)
          setTable({ ...table, phase: 'failed', problem: { code: 'cancelled', message: '' }, ended_at: Date.now() });
        return nothing;
      },
      answer: async ({ table_id, answer }: { table_id: string; answer: string | number | boolean }) => {
        await wait(pace);
        games.get(table_id)?.answer(answer);
        return nothing;
      },
      hold: async ({ table_id }: { table_id: string }) => {
        games.get(table_id)?.hold();
        return nothing;
      },
      resign: async ({ table_id }: { table_id: string }) => {
        games.get(table_id)?.resign();
        return nothing;
      },
      board: async () => ({ url: query.get('boardUrl') ?? `http://${uuidOf(1).slice(0, 8)}.localhost:1/` }),
      on: on('tables'),
    },
  };
  if (scene === 'registering') void register();
  return client as unknown as Client<Bridge, 'both'>;
}
