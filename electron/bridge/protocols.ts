import type { Bridge, Person, SelfTestReport } from '../../shared/bridge/contract.ts';
import type { Handlers } from '../../shared/bridge/define.ts';
import { ParlorError } from '../../shared/errors.ts';
import { diffSpecs } from '../../shared/protocol/diff.ts';
import { preflight } from '../../shared/protocol/preflight.ts';
import { shortKey } from '../community/people.ts';
import type { CoreParts } from '../core-parts.ts';
import { loadProblem, type SelfTest, selfTest } from '../hooks/self-test.ts';
import { generateSkeleton } from '../hooks/skeleton.ts';
import { askSpec, fetchProtocol } from '../library/fetch.ts';
import { finished, hooksFileOf } from '../library/hooks-file.ts';
import { type LibraryProtocol, readProtocol } from '../library/library.ts';
import { lineageOf } from '../library/lineage.ts';
import { askBoard, fetchBoard } from '../library/platform-board.ts';
import {
  learnGovernance,
  presentBoard,
  presentEntry,
  presentList,
  presentPage,
  type Shelf,
} from '../library/present.ts';
import { knownSpecs, readDraft, registerDraft } from '../library/register.ts';
import { searchCommunity } from '../library/search.ts';
import { usageOf } from '../library/usage.ts';

export function protocolsHandlers(core: CoreParts): Handlers<Bridge>['protocols'] {
  const { library, catalogue, launchHooks } = core;
  const client = () => core.seat().client;
  const shelf = (): Shelf => ({ library, catalogue, ownKey: core.identity.identity?.public_key ?? null });

  async function tell(): Promise<void> {
    core.emit('protocols', 'changed', await presentList(shelf()));
  }

  /** Of this computer, else null. */
  const here = (named: string): LibraryProtocol | null =>
    library.get(named) ?? library.list().find(({ folder }) => folder === named) ?? null;

  function mine(named: string): LibraryProtocol {
    const protocol = here(named);
    if (protocol) return protocol;
    throw new ParlorError('protocol_missing', `There is no protocol "${named}" on this computer. Fetch it first.`);
  }

  /** Of this computer, else looked at in the community. */
  async function anywhere(named: string): Promise<LibraryProtocol> {
    return here(named) ?? readProtocol(named, await askSpec(client(), named), 'cached');
  }

  async function presentHooks(protocol: LibraryProtocol) {
    const { origin, state, text, hash, open_methods } = await library.readHooks(protocol);
    const problem = text === null ? null : await loadProblem(launchHooks, text);
    const skeleton = generateSkeleton(protocol.spec);
    return {
      origin,
      state,
      text: text ?? skeleton,
      skeleton,
      hash,
      open_methods,
      problem: problem as never,
      editable: protocol.source === 'cached',
    };
  }

  return {
    list: () => presentList(shelf()),
    async get({ protocol }) {
      return presentPage(shelf(), core.maybeSeat?.client ?? null, await anywhere(protocol));
    },
    async published_board({ protocol }) {
      return { board: presentBoard(await askBoard(client(), here(protocol)?.protocol_id ?? protocol)) };
    },
    search: (wish) => searchCommunity(client(), (protocol_id) => library.get(protocol_id) !== null, wish),
    async fetch({ protocol: named, accept_ui = core.settings.value.accept_ui, manifest_hash }) {
      let protocol = here(named) ?? (await fetchProtocol(client(), library, named));
      if (accept_ui && protocol.source === 'cached') {
        protocol = await fetchBoard(client(), library, protocol, manifest_hash);
      }
      // What it says of itself stands where the community cannot be asked: the protocol is here all the same.
      await learnGovernance(shelf(), client(), protocol.protocol_id).catch(() => null);
      await tell();
      return presentEntry(shelf(), protocol);
    },
    async govern({ protocol: named, ...change }) {
      const protocol = await anywhere(named);
      const { protocol_id } = protocol;
      const { body } = await client().call('POST /api/v1/protocols/{protocol_id}/governance', {
        params: { protocol_id },
        body: change,
      });
      if (library.get(protocol_id)) await catalogue.learn(protocol_id, body);
      await tell();
      return presentEntry(shelf(), protocol);
    },
    async usage({ protocol_ids }) {
      return { usage: await usageOf(client(), protocol_ids) };
    },
    lineage: async ({ protocol }) => lineageOf(shelf(), core.maybeSeat?.client ?? null, await anywhere(protocol)),
    async diff({ before, after }) {
      const [a, b] = await Promise.all([anywhere(before), anywhere(after)]);
      return diffSpecs(a.specText, b.specText);
    },
    hooks: ({ protocol }) => presentHooks(mine(protocol)),
    async set_hooks({ protocol: named, text, based_on }) {
      const protocol = mine(named);
      await library.writeHooks(protocol, text, based_on);
      await tell();
      return presentHooks(protocol);
    },
    async check_hooks({ protocol: named, text }) {
      mine(named);
      const { state, hash, open_methods } = hooksFileOf('own', text);
      const problem = await loadProblem(launchHooks, text);
      return { state, hash: hash as string, open_methods, problem: problem as never };
    },
    async self_test({ protocol: named, text, options, ...wish }) {
      const protocol = mine(named);
      const source = text === undefined ? await library.hooksOf(protocol) : finished(text);
      return presentTest(
        await selfTest(launchHooks, { ...wish, spec: protocol.spec, source, options: options as never }),
      );
    },
    async preflight({ spec_path, family, allow_new, reason }) {
      return preflight(await readDraft(spec_path), knownSpecs(shelf()), { family, allowNew: allow_new, reason });
    },
    async register({ spec_path, ui_dir, skip_preflight, reason }) {
      const { protocol_id, fresh, board } = await registerDraft(shelf(), client(), {
        specPath: spec_path,
        uiDir: ui_dir,
        skipPreflight: skip_preflight,
        reason,
      });
      await tell();
      return { protocol: await presentEntry(shelf(), mine(protocol_id)), fresh, board };
    },
    async consents() {
      const person = core.maybeSeat?.people.person ?? unknownPerson;
      const consents = library.consents().map(async ({ author, ...consent }) => ({
        ...consent,
        protocol_name: library.get(consent.protocol_id)?.spec.name ?? null,
        author: await person(author),
      }));
      return { consents: (await Promise.all(consents)).sort((a, b) => b.accepted_at - a.accepted_at) };
    },
    async revoke_consent({ manifest_hash }) {
      const revoked = library.consents().some((consent) => consent.manifest_hash === manifest_hash);
      if (revoked) await library.revoke(manifest_hash);
      await tell();
      return { revoked };
    },
    path({ protocol: named }) {
      const protocol = mine(named);
      return { protocol_id: protocol.protocol_id, path: library.folderOf(protocol) };
    },
  };
}

/** Somebody of whom only the key is known, as where nobody sits at a community to ask. */
const unknownPerson = (public_key: string): Person => ({
  public_key,
  nickname: shortKey(public_key),
  agent_id: null,
  rating: null,
  house: false,
});

/** As many frames as a person reads; a whole game may have thousands. */
const framesShown = 200;

export function presentTest({ ok, mode, stopped, frames, seats, attacks }: SelfTest): SelfTestReport {
  const seat = ({ outcome, warnings }: SelfTest['seats']['host']) => ({ outcome, warnings }) as never;
  return {
    ok,
    mode,
    stopped,
    frames: frames.slice(0, framesShown),
    frame_count: frames.length,
    seats: { host: seat(seats.host), guest: seat(seats.guest) },
    attacks: attacks.map(({ kind, against, message, reaction, code, refused }) => ({
      kind,
      against,
      message,
      reaction,
      code,
      refused,
    })),
  };
}
