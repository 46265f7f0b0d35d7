/** The values of the form for a new table, their validation, and the request built from them. */
import type { HostableProtocol, HostedTable, InvitationTerms } from '../../shared/bridge/contract.ts';
import { limits } from '../../shared/community/limits.ts';
import { isRated } from '../../shared/community/rating.ts';
import { challengeMaxCharacters } from '../../shared/inbox/challenge.ts';
import { characterCount } from '../../shared/json/utf8.ts';
import { availablePaces, type PaceName, paceOptions } from '../../shared/protocol/pace.ts';
import { isHex64 } from '../../shared/signing/hex.ts';
import type { ControlMode } from '../../shared/tables/hooks.ts';
import { type OptionForm, type OptionProblem, readOptions } from './option-form.ts';

export const audiences = ['listed', 'unlisted', 'key'] as const;
/** How long an invitation stays open, in milliseconds; null: until it is withdrawn. */
export const lifetimes = { open: null, quarter: 900_000, hour: 3_600_000, hours: 28_800_000 } as const;
export type Lifetime = keyof typeof lifetimes;

export interface HostFormValues {
  options: { [name: string]: string };
  pace: PaceName;
  control_mode: ControlMode;
  message: string;
  audience: (typeof audiences)[number];
  key: string;
  lifetime: Lifetime;
  /** Seconds before each move of the agent, as typed. */
  pause: string;
  /** Seconds between heartbeats and until a silent peer counts as gone, as typed. */
  heartbeat: string;
  timeout: string;
  /** Whether to offer the board to guests that have none. */
  shareBoard: boolean;
  /** Whether both sides may choose moves ahead. */
  premoves: boolean;
  /** Whether a game that could give rating points does. */
  rated: boolean;
  /** Arguments for the hooks, one per line. */
  extraArgs: string;
}

/** What was chosen in the form so far; options by the id of their protocol. */
export interface HostFormChoices {
  values: Partial<Omit<HostFormValues, 'options'>>;
  options: { [protocol_id: string]: HostFormValues['options'] };
}

type FormProtocol = Pick<
  HostableProtocol,
  'protocol_id' | 'parameters' | 'decision_seconds' | 'control_modes' | 'family' | 'mode' | 'source' | 'board'
>;

/** The defaults, and what was chosen before for this or another game, as far as this one has the same choice. */
export function formValuesFor(
  protocol: FormProtocol,
  options: HostFormValues['options'],
  guest: string | null,
  chosen: HostFormChoices,
): HostFormValues {
  const { pace, control_mode, rated, premoves, shareBoard, ...others } = chosen.values;
  const hasPace = availablePaces(protocol.parameters, protocol.decision_seconds).some(({ name }) => name === pace);
  return {
    ...initialFormValues({ ...options, ...chosen.options[protocol.protocol_id] }, protocol.control_modes, guest),
    ...others,
    ...(pace && hasPace ? { pace } : {}),
    ...(control_mode && protocol.control_modes.includes(control_mode) ? { control_mode } : {}),
    ...(rated !== undefined && isRated(protocol.family) ? { rated } : {}),
    ...(premoves !== undefined && protocol.mode === 'session_loop' ? { premoves } : {}),
    ...(shareBoard !== undefined && canShareBoard(protocol) ? { shareBoard } : {}),
  };
}

/** Whether guests may need the board that this computer has. */
export const canShareBoard = ({ source, board }: Pick<HostableProtocol, 'source' | 'board'>): boolean =>
  source === 'cached' && board !== null;

/** `guest`: public key of the only player who may join. */
export const initialFormValues = (
  options: HostFormValues['options'],
  modes: ControlMode[],
  guest: string | null = null,
): HostFormValues => ({
  options,
  pace: 'normal',
  control_mode: modes.includes('human') ? 'human' : (modes[0] ?? 'human'),
  message: '',
  audience: guest === null ? 'listed' : 'key',
  key: guest ?? '',
  lifetime: 'open',
  pause: '0',
  heartbeat: '10',
  timeout: '30',
  shareBoard: false,
  premoves: true,
  rated: true,
  extraArgs: '',
});

/** The largest value of the fields in seconds. */
export const maxSeconds = 3600;

export interface HostFormProblems {
  options: { [name: string]: OptionProblem };
  key: 'wrong' | 'own' | null;
  pause: boolean;
  heartbeat: boolean;
  timeout: 'wrong' | 'short' | null;
}

export const isValid = ({ options, key, timeout, ...rest }: HostFormProblems): boolean =>
  Object.keys(options).length === 0 && key === null && timeout === null && !Object.values(rest).includes(true);

/** Whether a field of HostAdvancedFields.tsx is invalid. */
export const hasAdvancedProblem = ({ pause, heartbeat, timeout }: HostFormProblems): boolean =>
  pause || heartbeat || timeout !== null;

/** How many more code points the message may have, as the community and the inbox count them; negative if it is too long. */
export function measureMessage(message: string, guest: string | null): { max: number; remaining: number } {
  const max = guest === null ? limits.invitation_message_characters : challengeMaxCharacters();
  return { max, remaining: max - characterCount(message) };
}

/** Reads the typed values. The request is valid only if `isValid(problems)`. */
export function readHostForm(
  values: HostFormValues,
  form: OptionForm,
  protocol: Pick<HostableProtocol, 'protocol_id' | 'parameters' | 'decision_seconds' | 'takes_extra_args'>,
  ownKey: string,
): { problems: HostFormProblems; request: InvitationTerms & { protocol: string } } {
  const { options, problems } = readOptions(form, values.options);
  const key = values.key.trim().toLowerCase();
  const [pauseMs, heartbeatMs, timeoutMs] = [values.pause, values.heartbeat, values.timeout].map(millisecondsOf);
  const pace = availablePaces(protocol.parameters, protocol.decision_seconds).find(({ name }) => name === values.pace);
  const lifetime = lifetimes[values.lifetime];
  const extraArgs = values.extraArgs.split('\n').filter((line) => line.trim() !== '');
  return {
    problems: {
      options: problems,
      key: values.audience === 'key' ? keyProblem(key, ownKey) : null,
      pause: pauseMs === null,
      heartbeat: heartbeatMs === null,
      timeout:
        timeoutMs == null
          ? 'wrong'
          : heartbeatMs != null && heartbeatMs > 0 && timeoutMs <= heartbeatMs
            ? 'short'
            : null,
    },
    request: {
      protocol: protocol.protocol_id,
      options: { ...options, ...(pace && paceOptions(pace)) },
      control_mode: values.control_mode,
      ...(values.message.trim() === '' ? {} : { message: values.message.trim() }),
      visibility: values.audience === 'unlisted' ? 'unlisted' : 'listed',
      ...(values.audience === 'key' ? { for_public_key: key } : {}),
      // The last renewal extends the invitation by its TTL.
      ...(lifetime === null ? {} : { renew_ms: lifetime - limits.invitation_ttl_seconds * 1000 }),
      ...(values.control_mode === 'human' ? {} : { pace_ms: pauseMs ?? 0 }),
      heartbeat: { interval_ms: heartbeatMs ?? 0, timeout_ms: timeoutMs ?? 0 },
      ...(values.shareBoard ? { share_ui: true } : {}),
      ...(values.premoves ? {} : { no_premoves: true }),
      ...(values.rated ? {} : { unrated: true }),
      ...(protocol.takes_extra_args && extraArgs.length > 0 ? { extra_args: extraArgs } : {}),
    },
  };
}

function keyProblem(key: string, ownKey: string): HostFormProblems['key'] {
  if (key === ownKey) return 'own';
  return isHex64(key) ? null : 'wrong';
}

/** Null if the text is not a number of seconds within bounds; accepts a decimal comma. */
function millisecondsOf(text: string): number | null {
  const seconds = Number(text.trim().replace(',', '.'));
  return text.trim() !== '' && seconds >= 0 && seconds <= maxSeconds ? Math.round(seconds * 1000) : null;
}

/** When a waiting table closes at the latest; null if it is renewed until withdrawn. */
export function closingTime({ renewed_until, expires_at }: HostedTable): number | null {
  if (renewed_until === null) return null;
  return Math.max(renewed_until + limits.invitation_ttl_seconds * 1000, expires_at);
}

/** Finds a waiting table by its current or an earlier id; the id changes with this computer's addresses. */
export const findHostedTable = (hosting: readonly HostedTable[], postId: string): HostedTable | undefined =>
  hosting.find(({ post_id, earlier_post_ids }) => post_id === postId || earlier_post_ids.includes(postId));
