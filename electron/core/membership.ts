/** Registration of the current identity with the current community: its proof of work, result and rating. */
import { inBackground } from '../../shared/background.ts';
import type { AppState } from '../../shared/bridge/contract.ts';
import { isAdmissionRefusal } from '../../shared/community/admission.ts';
import { startRating } from '../../shared/community/rating.ts';
import { type Problem, reportError, toProblem } from '../../shared/errors.ts';
import type { Account } from '../bridge/core-parts.ts';
import type { Communities } from '../community/communities.ts';
import type { EmbeddedSettings } from '../community/home.ts';
import { findAgent, profileToRegister, register } from '../community/registration.ts';
import type { IdentityStore } from '../identity/identity.ts';
import { clockReading } from '../time/awake-clock.ts';

export interface Membership {
  readonly registered: boolean;
  readonly me: AppState['me'];
  readonly work: AppState['work'];
  /** Why the last registration failed. */
  readonly problem: Problem | null;
  /**
   * Registers, unless that is done or in progress, or the community has refused to admit the key. Called whenever it becomes reachable.
   */
  signUp(account: Account): Promise<void>;
  loadRating(account: Account): Promise<void>;
  /** Called before another attempt. `admissionCode`: for a community that asks for one. */
  prepareRetry(admissionCode: string | undefined): void;
  stopWork(): void;
  /** Called before a switch to another identity or community: stops a registration in progress, and forgets the result. */
  reset(): void;
}

export function createMembership(config: {
  communities: Communities;
  embeddedSettings: EmbeddedSettings;
  identity(): IdentityStore;
  /** URL of the community in use; null for the embedded one. */
  server(): string | null;
  canRegister(): boolean;
  /** Whether the account is still in use. */
  isCurrent(account: Account): boolean;
  onChange(): void;
}): Membership {
  const { communities, embeddedSettings, onChange } = config;
  let registered = false;
  let me: AppState['me'] = null;
  let work: AppState['work'] = null;
  let problem: Problem | null = null;
  let admissionCode: string | undefined;
  let registration: AbortController | null = null;

  async function signUp(account: Account): Promise<void> {
    if (registration || registered || !config.canRegister()) return;
    if (problem && isAdmissionRefusal(problem)) return;
    const controller = new AbortController();
    registration = controller;
    const started_at = clockReading();
    const server = config.server();
    const identity = config.identity();
    try {
      const ownIdentity = identity.identity!;
      const { nickname, bio } = profileToRegister(ownIdentity, await findAgent(account.client, ownIdentity.public_key));
      if (nickname !== ownIdentity.nickname || bio !== ownIdentity.bio)
        await identity.setProfile({ nickname, bio }).catch((error: unknown) => reportError(error, 'profile'));
      const agent = await register({
        client: account.client,
        signer: identity.signer,
        nickname,
        bio,
        admissionCode,
        signal: controller.signal,
        onProgress(difficulty, { tries, chance }) {
          work = { kind: 'proof_of_work', started_at, tries, difficulty, chance };
          onChange();
        },
      });
      // The community has registered the agent, whether or not it can be noted here.
      inBackground('list of communities', communities.addAgent(server, agent));
      if (server === null && embeddedSettings.value.owner === null)
        inBackground('settings of the community', embeddedSettings.change({ owner: agent.nickname }));
      if (!config.isCurrent(account)) return;
      registered = true;
      problem = null;
      admissionCode = undefined;
      me = { agent_id: agent.agent_id, rating: startRating, games_played: 0 };
      await loadRating(account);
      account.lobby.start();
      account.eventStream.start();
    } catch (error) {
      if (config.isCurrent(account) && !controller.signal.aborted) problem = toProblem(error);
    } finally {
      if (registration === controller) [registration, work] = [null, null];
      onChange();
    }
  }

  async function loadRating({ client, lobby }: Account): Promise<void> {
    if (!me) return;
    try {
      const { body } = await client.call('GET /api/v1/agents/{id}/elo', { params: { id: me.agent_id } });
      if (!me || me.agent_id !== body.agent_id) return;
      me = { agent_id: body.agent_id, rating: body.rating, games_played: body.games_played };
      lobby.redraw();
      onChange();
    } catch {
      // Keeps the displayed rating; it is loaded again after the next game or start.
    }
  }

  return {
    get registered() {
      return registered;
    },
    get me() {
      return me;
    },
    get work() {
      return work;
    },
    get problem() {
      return problem;
    },
    signUp,
    loadRating,
    prepareRetry(code) {
      problem = null;
      admissionCode = code ?? admissionCode;
    },
    stopWork: () => registration?.abort(),
    reset() {
      registration?.abort();
      [registered, me, work, problem, registration] = [false, null, null, null, null];
      admissionCode = undefined;
    },
  };
}
