/** The `protocols` calls: the library and the community's protocols, their hooks, boards and consents. */
import type { Bridge, Person, SelfTestReport } from '../../shared/bridge/contract.ts';
import type { Handlers } from '../../shared/bridge/define.ts';
import { pageOf } from '../../shared/bridge/pages.ts';
import { hex64 } from '../../shared/bridge/shapes.ts';
import { diffSpecs } from '../../shared/protocol/diff.ts';
import { preflight } from '../../shared/protocol/preflight.ts';
import { shortKey } from '../community/people.ts';
import { findLoadProblem, type SelfTest, selfTest } from '../hooks/self-test.ts';
import { generateSkeleton } from '../hooks/skeleton.ts';
import { deprecationsAmong } from '../library/deprecations.ts';
import { downloadSpec, fetchProtocol } from '../library/download-spec.ts';
import { hooksFileOf, requireFinished } from '../library/hooks-file.ts';
import { type LibraryProtocol, readProtocol } from '../library/library.ts';
import { lineageOf } from '../library/lineage.ts';
import { presentBoard, presentEntry, presentList, presentPage, refreshGovernance } from '../library/protocol-views.ts';
import { downloadBoard, fetchBoard } from '../library/published-board.ts';
import { compareWithCommunity, knownSpecs } from '../library/publishing/similar.ts';
import { searchCommunity } from '../library/search.ts';
import { readSpecFile } from '../library/spec-file.ts';
import { usageOf } from '../library/usage.ts';
import { testProblems } from '../studio/problems/hooks.ts';
import { confirmPerson } from './confirm-person.ts';
import type { CoreParts } from './core-parts.ts';
import { findLocal, requireLocal } from './local-protocol.ts';
import { contextOf, emitProtocols, pathsOfSpec, publishFiles } from './publishing.ts';

export function protocolsHandlers(core: CoreParts): Handlers<Bridge>['protocols'] {
  const { library, catalogue, launchHooks } = core;
  const client = () => core.account().client;
  const context = () => contextOf(core);

  /** Looks on this computer, then at the community, without storing the result. */
  async function findAnywhere(protocolRef: string): Promise<LibraryProtocol> {
    const local = findLocal(library, protocolRef);
    if (local) return local;
    // A community knows ids only.
    if (!hex64.safeParse(protocolRef).success) return requireLocal(library, protocolRef);
    return readProtocol(protocolRef, await downloadSpec(client(), protocolRef), 'cached');
  }

  /** `check`: also loads the hooks, in a process of their own, to report problems. */
  async function presentHooks(protocol: LibraryProtocol, check: boolean) {
    const { origin, state, text, hash, open_methods } = await library.readHooks(protocol);
    const problem = text === null || !check ? null : await findLoadProblem(launchHooks, text);
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
    list: (args) => presentList(context(), args),
    async labels({ language, ...args }) {
      const words = await library.labels(language);
      const entries = Object.entries(library.optionDefaults()).map(([protocol_id, defaults]) => ({
        ...{ protocol_id, defaults },
        words: words[protocol_id] ?? null,
      }));
      const { page, next } = await pageOf(
        entries,
        ({ protocol_id }) => protocol_id,
        args,
        (entry) => entry,
      );
      const labels = page.flatMap(({ protocol_id, words }) => (words ? [[protocol_id, words]] : []));
      const defaults = page.map(({ protocol_id, defaults }) => [protocol_id, defaults]);
      return { labels: Object.fromEntries(labels), defaults: Object.fromEntries(defaults), next };
    },
    async get({ protocol }) {
      return presentPage(context(), core.maybeAccount?.client ?? null, await findAnywhere(protocol));
    },
    async sample({ protocol: protocolRef, language }) {
      const protocol = findLocal(library, protocolRef);
      const sample = protocol && (await library.sample(protocol, language));
      if (!protocol?.board || !sample) return { sample: null };
      return { sample: { url: core.boardUrl(protocol.board.manifest_hash), ...sample } };
    },
    async published_board({ protocol }) {
      return {
        board: presentBoard(await downloadBoard(client(), findLocal(library, protocol)?.protocol_id ?? protocol)),
      };
    },
    search: (request) => searchCommunity(client(), (protocol_id) => library.get(protocol_id) !== null, request),
    async fetch({ protocol: protocolRef, accept_ui = core.settings.value.accept_ui, manifest_hash }) {
      let protocol = findLocal(library, protocolRef) ?? (await fetchProtocol(client(), library, protocolRef));
      if (accept_ui && protocol.source === 'cached') {
        protocol = await fetchBoard(client(), library, protocol, manifest_hash);
      }
      // Optional: without it the spec's own metadata is shown.
      await refreshGovernance(context(), client(), protocol.protocol_id).catch(() => null);
      await emitProtocols(core);
      return presentEntry(context(), protocol);
    },
    async govern({ protocol: protocolRef, ...change }) {
      const protocol = await findAnywhere(protocolRef);
      const { protocol_id } = protocol;
      const { body } = await client().call('POST /api/v1/protocols/{protocol_id}/governance', {
        params: { protocol_id },
        body: change,
      });
      if (library.get(protocol_id)) await catalogue.store(protocol_id, body);
      await emitProtocols(core);
      return presentEntry(context(), protocol);
    },
    async usage({ protocol_ids }) {
      return { usage: await usageOf(client(), protocol_ids) };
    },
    async deprecations({ protocol_ids }) {
      return { deprecations: await deprecationsAmong(context(), client(), protocol_ids) };
    },
    lineage: async ({ protocol }) =>
      lineageOf(context(), core.maybeAccount?.client ?? null, await findAnywhere(protocol)),
    async diff({ before, after }) {
      const [beforeProtocol, afterProtocol] = await Promise.all([findAnywhere(before), findAnywhere(after)]);
      return diffSpecs(beforeProtocol.specText, afterProtocol.specText);
    },
    hooks: ({ protocol }) => presentHooks(requireLocal(library, protocol), false),
    async set_hooks({ protocol: protocolRef, text, based_on, passphrase }, caller) {
      const protocol = requireLocal(library, protocolRef);
      await confirmPerson(core, caller, passphrase);
      await library.writeHooks(protocol, text, based_on);
      await emitProtocols(core);
      return presentHooks(protocol, true);
    },
    async check_hooks({ protocol: protocolRef, text }) {
      requireLocal(library, protocolRef);
      const { state, hash, open_methods } = hooksFileOf('own', text);
      const problem = await findLoadProblem(launchHooks, text);
      return { state, hash: hash as string, open_methods, problem: problem as never };
    },
    async self_test({ protocol: protocolRef, text, options, ...request }) {
      const protocol = requireLocal(library, protocolRef);
      const source = text === undefined ? await library.requireHooks(protocol) : requireFinished(text);
      const test = await selfTest(launchHooks, { ...request, spec: protocol.spec, source, options: options as never });
      return presentTest(test, { hooks: source, spec: protocol.specText });
    },
    async preflight({ spec_path, family, allow_new, reason, include_community = false }) {
      const specText = await readSpecFile(spec_path);
      const options = { family, allowNew: allow_new, reason };
      if (!include_community) return preflight(specText, knownSpecs(context()), options);
      return (await compareWithCommunity(context(), client(), specText, options)).preflight;
    },
    async register({ spec_path, ui_dir, skip_preflight, reason }) {
      const paths = pathsOfSpec(spec_path, ui_dir ?? null);
      const { result } = await publishFiles(core, paths, {
        skipPreflight: skip_preflight ?? false,
        reason: reason ?? null,
      });
      const { protocol_id, fresh, board } = result!;
      return { protocol: await presentEntry(context(), requireLocal(library, protocol_id)), fresh, board };
    },
    async consents(args) {
      const findPerson = core.maybeAccount?.people.person ?? unknownPerson;
      const consents = library.consents().sort((a, b) => b.accepted_at - a.accepted_at);
      const idOf = ({ manifest_hash, protocol_id, source }: (typeof consents)[number]) =>
        `${manifest_hash} ${protocol_id} ${source}`;
      const { page, next } = await pageOf(consents, idOf, args, async ({ author, ...consent }) => ({
        ...consent,
        protocol_name: library.get(consent.protocol_id)?.spec.name ?? null,
        author: await findPerson(author),
      }));
      return { consents: page, next };
    },
    async revoke_consent({ manifest_hash }) {
      const isRevoked = library.consents().some((consent) => consent.manifest_hash === manifest_hash);
      if (isRevoked) await library.revoke(manifest_hash);
      await emitProtocols(core);
      return { revoked: isRevoked };
    },
    path({ protocol: protocolRef }) {
      const protocol = requireLocal(library, protocolRef);
      return { protocol_id: protocol.protocol_id, path: library.folderOf(protocol) };
    },
  };
}

/** Without an account, only the key is known. */
const unknownPerson = (public_key: string): Person => ({
  public_key,
  nickname: shortKey(public_key),
  agent_id: null,
  rating: null,
  house: false,
});

/** Limits the frames in a report: a whole game may have thousands. */
const maxReportFrames = 200;

/** `files`: their texts, to look up positions. */
export function presentTest(test: SelfTest, files: { hooks: string; spec: string }): SelfTestReport {
  const { ok, mode, stopped, frames, seats, adversary, seed, log } = test;
  const seatReport = ({ outcome, warnings }: SelfTest['seats']['host']) => ({ outcome, warnings }) as never;
  return {
    ok,
    mode,
    stopped,
    frames: frames.slice(0, maxReportFrames),
    frame_count: frames.length,
    seats: { host: seatReport(seats.host), guest: seatReport(seats.guest) },
    attacks: adversary?.attacks ?? [],
    adversary: adversary && {
      result: adversary.result,
      games: adversary.games as never,
      unreached: adversary.unreached,
      calls: adversary.calls,
    },
    seed,
    problems: testProblems(test, files),
    log,
  };
}
