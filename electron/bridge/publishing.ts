/** The `publishing` calls: publications of Studio projects and of files on disk, which can be continued after a failure. */

import { basename, dirname, join } from 'node:path';
import { inBackground } from '../../shared/background.ts';
import type { Bridge, PublicationView, PublishConsent, Trials } from '../../shared/bridge/contract.ts';
import type { Handlers } from '../../shared/bridge/define.ts';
import { trialOutcomeOf } from '../../shared/bridge/trials.ts';
import { ParlorError } from '../../shared/errors.ts';
import { diffSpecs } from '../../shared/protocol/diff.ts';
import { downloadSpec } from '../library/download-spec.ts';
import type { ProtocolContext } from '../library/protocol-views.ts';
import { confirm, newPublication, type Publication, present } from '../library/publishing/publication.ts';
import { type PublishingParts, runPublication } from '../library/publishing/publish.ts';
import { filesHash } from '../library/rules-hash.ts';
import { readDraft } from '../studio/draft.ts';
import { isFolder, type ProjectPaths, pathsIn } from '../studio/files.ts';
import { confirmPerson } from './confirm-person.ts';
import type { CoreParts } from './core-parts.ts';

/** A publication that can be continued until this process exits. */
interface PublicationEntry {
  paths: ProjectPaths;
  state: Publication;
  /** Ends it while it runs. */
  controller: AbortController | null;
}

export function publishingHandlers(core: CoreParts): Handlers<Bridge>['publishing'] {
  /** By publication id; the Studio's publications use the id of the project. */
  const publications = new Map<string, PublicationEntry>();

  async function run(publication_id: string, entry: PublicationEntry): Promise<PublicationView> {
    // Read for each run: the identity or the community may have changed since the last one.
    const parts = partsOf(core, entry.paths);
    const controller = new AbortController();
    entry.controller = controller;
    const onChange = (state: Publication) => {
      entry.state = state;
      core.emit('publishing', 'changed', present(publication_id, state));
    };
    await runPublication(entry.state, parts, onChange, controller.signal).finally(() => {
      entry.controller = null;
    });
    if (entry.state.hooks !== null) await emitProtocols(core);
    return present(publication_id, entry.state);
  }

  return {
    async prepare({ project_id }) {
      const previousEntry = publications.get(project_id);
      if (previousEntry?.controller) return present(project_id, previousEntry.state);
      const folder = await core.studio.pathOf(project_id);
      const { ui, ...otherPaths } = pathsIn(folder);
      const paths = { ...otherPaths, ui: ui !== null && (await isFolder(ui)) ? ui : null };
      const state = newPublication({ governance: null, skipPreflight: false, reason: null }, false);
      const entry: PublicationEntry = { paths, state, controller: null };
      publications.set(project_id, entry);
      return run(project_id, entry);
    },
    async publish({ project_id, governance, consent, passphrase }, caller) {
      // A publication stores the folder's hooks.
      await confirmPerson(core, caller, passphrase);
      const entry = publications.get(project_id);
      if (!entry?.state.comparison) throw notPreparedError();
      requireConsent(consent, present(project_id, entry.state), core.studio.trials(project_id));
      // What `prepare` has read is published, which the author takes for what they have saved.
      if (consent.files_hash !== filesHash(await readDraft(entry.paths))) throw outdatedError();
      // Rejects now if no identity is unlocked; the run below reports problems only by events.
      core.account();
      if (!entry.controller) {
        entry.state = confirm(entry.state, { governance, skipPreflight: consent.despite_comparison });
        inBackground('publication', run(project_id, entry));
      }
      return present(project_id, entry.state);
    },
    async diff({ project_id, before }) {
      const specText = publications.get(project_id)?.state.draft?.specText;
      if (!specText) throw notPreparedError();
      const localSpec = core.library.get(before)?.specText;
      return diffSpecs(localSpec ?? (await downloadSpec(core.account().client, before, { specOnly: true })), specText);
    },
    cancel({ publication_id }) {
      publications.get(publication_id)?.controller?.abort();
      return {};
    },
    async run({ publication_id, spec_path, ui_dir, governance, skip_preflight = false }) {
      const options = { governance, skipPreflight: skip_preflight, reason: null };
      const paths = pathsOfSpec(spec_path, ui_dir);
      const entry: PublicationEntry = { paths, state: newPublication(options, true), controller: null };
      publications.set(publication_id, entry);
      try {
        return requireCompleted(await run(publication_id, entry));
      } finally {
        publications.delete(publication_id);
      }
    },
  };
}

/**
 * The window's dialog is not the only one that can call: a consent is to exactly what was shown.
 * @throws ParlorError `consent_outdated`
 */
function requireConsent(consent: PublishConsent, view: PublicationView, { adversary }: Trials): void {
  const trial = view.rules_hash === null ? null : trialOutcomeOf(adversary, view.rules_hash);
  if (consent.files_hash === view.files_hash && consent.trial === trial) return;
  throw outdatedError();
}

const outdatedError = () =>
  new ParlorError('consent_outdated', 'What was agreed to is not what would be published now.');

/** `protocols.register`: a publication that declares no governance. Rejects with its first error. */
export async function publishFiles(
  core: CoreParts,
  paths: ProjectPaths,
  options: Pick<Publication['options'], 'skipPreflight' | 'reason'>,
): Promise<PublicationView> {
  const { signal } = new AbortController();
  const publication = newPublication({ ...options, governance: null }, true);
  const state = await runPublication(publication, partsOf(core, paths), () => {}, signal);
  if (state.hooks !== null) await emitProtocols(core);
  return requireCompleted(present('', state));
}

const notPreparedError = () => new ParlorError('not_found', 'Prepare the project first.');

/** @throws ParlorError with the problem that stopped the publication */
function requireCompleted(view: PublicationView): PublicationView {
  if (view.problem) throw new ParlorError(view.problem.code, view.problem.message, view.problem.detail);
  return view;
}

/** hooks.js next to a spec.json belongs to it; next to a spec of another name it may belong to another protocol. */
export const pathsOfSpec = (spec: string, ui: string | null): ProjectPaths => ({
  spec,
  hooks: basename(spec) === 'spec.json' ? join(dirname(spec), 'hooks.js') : null,
  ui,
});

function partsOf(core: CoreParts, paths: ProjectPaths): PublishingParts {
  return { context: contextOf(core), client: core.account().client, read: () => readDraft(paths) };
}

export const contextOf = ({ library, catalogue, identity }: CoreParts): ProtocolContext => ({
  library,
  catalogue,
  ownKey: identity.identity?.public_key ?? null,
});

export const emitProtocols = (core: Pick<CoreParts, 'emit'>): void => core.emit('protocols', 'changed', {});
