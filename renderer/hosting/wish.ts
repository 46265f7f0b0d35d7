/** What the form for a new table holds, and what is sent of it. */
import type { HostableProtocol, HostedTable, Invite } from '../../shared/bridge/contract.ts';
import { limits } from '../../shared/community/limits.ts';
import type { ControlMode } from '../../shared/tables/hooks.ts';
import { type OptionForm, type OptionProblem, readOptions } from './options.ts';

export const audiences = ['listed', 'unlisted', 'key'] as const;
/** Milliseconds; `open` has no end. */
export const lives = { open: null, quarter: 900_000, hour: 3_600_000, hours: 28_800_000 } as const;
export type Life = keyof typeof lives;

export interface Draft {
  options: { [name: string]: string };
  control_mode: ControlMode;
  message: string;
  audience: (typeof audiences)[number];
  key: string;
  life: Life;
  /** Seconds, as typed. */
  pace: string;
  heartbeat: string;
  timeout: string;
  lend: boolean;
  extra: string;
}

export const emptyDraft = (options: Draft['options'], modes: ControlMode[]): Draft => ({
  options,
  control_mode: modes.includes('human') ? 'human' : (modes[0] ?? 'human'),
  message: '',
  audience: 'listed',
  key: '',
  life: 'open',
  pace: '0',
  heartbeat: '10',
  timeout: '30',
  lend: false,
  extra: '',
});

/** Seconds that a pause or a silence may last. */
export const secondsMax = 3600;

export interface DraftProblems {
  options: { [name: string]: OptionProblem };
  message: boolean;
  key: 'wrong' | 'own' | null;
  pace: boolean;
  heartbeat: boolean;
  timeout: 'wrong' | 'short' | null;
}

export const isFine = ({ options, key, timeout, ...rest }: DraftProblems): boolean =>
  Object.keys(options).length === 0 && key === null && timeout === null && !Object.values(rest).includes(true);

/** The part under "more" holds something that is wrong. */
export const moreIsWrong = ({ pace, heartbeat, timeout }: DraftProblems): boolean =>
  pace || heartbeat || timeout !== null;

export function readDraft(
  draft: Draft,
  form: OptionForm,
  protocol: Pick<HostableProtocol, 'protocol_id' | 'takes_extra_args'>,
  ownKey: string,
): { problems: DraftProblems; invite: Invite & { protocol: string } } {
  const { options, problems } = readOptions(form, draft.options);
  const key = draft.key.trim().toLowerCase();
  const [pace, interval, silence] = [draft.pace, draft.heartbeat, draft.timeout].map(millisecondsOf);
  const life = lives[draft.life];
  const extra = draft.extra.split('\n').filter((line) => line.trim() !== '');
  return {
    problems: {
      options: problems,
      message: draft.message.length > limits.invitation_message_characters,
      key: draft.audience !== 'key' || (/^[0-9a-f]{64}$/.test(key) && key !== ownKey) ? null : wrongKey(key, ownKey),
      pace: pace === null,
      heartbeat: interval === null,
      timeout: silence == null ? 'wrong' : interval != null && interval > 0 && silence <= interval ? 'short' : null,
    },
    invite: {
      protocol: protocol.protocol_id,
      options,
      control_mode: draft.control_mode,
      ...(draft.message.trim() === '' ? {} : { message: draft.message.trim() }),
      visibility: draft.audience === 'unlisted' ? 'unlisted' : 'listed',
      ...(draft.audience === 'key' ? { for_public_key: key } : {}),
      // The invitation lives on for as long as its last renewal gives it.
      ...(life === null ? {} : { renew_ms: life - limits.invitation_ttl_seconds * 1000 }),
      ...(draft.control_mode === 'human' ? {} : { pace_ms: pace ?? 0 }),
      heartbeat: { interval_ms: interval ?? 0, timeout_ms: silence ?? 0 },
      ...(draft.lend ? { share_ui: true } : {}),
      ...(protocol.takes_extra_args && extra.length > 0 ? { extra_args: extra } : {}),
    },
  };
}

const wrongKey = (key: string, ownKey: string) => (key === ownKey ? 'own' : 'wrong');

function millisecondsOf(text: string): number | null {
  const seconds = Number(text.trim().replace(',', '.'));
  return text.trim() !== '' && seconds >= 0 && seconds <= secondsMax ? Math.round(seconds * 1000) : null;
}

/** When a waiting table closes at the latest; null where it is renewed without an end. */
export function closesAt({ renewed_until, expires_at }: HostedTable): number | null {
  if (renewed_until === null) return null;
  return Math.max(renewed_until + limits.invitation_ttl_seconds * 1000, expires_at);
}

/** The same wait has another id after the addresses of this computer changed. */
export const waitOf = (hosting: readonly HostedTable[], postId: string): HostedTable | undefined =>
  hosting.find(({ post_id, earlier_post_ids }) => post_id === postId || earlier_post_ids.includes(postId));
