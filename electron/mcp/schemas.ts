/** Arguments and results of the tools. */
import { z } from 'zod';
import { permissionsSchema } from '../../shared/bridge/clients.ts';
import { hex64 } from '../../shared/bridge/shapes.ts';
import { errorCodes } from '../../shared/errors.ts';
import { reasonMaxCharacters } from '../../shared/tables/client.ts';
import { answerValueSchema, controlModeSchema, roleSchema, winnerSchema } from '../../shared/tables/hooks.ts';
import { fieldsSchema, labelSchema, nameSchema, textSchema, tokenSchema, untrustedSchema } from './untrusted-text.ts';

const tableId = z.string().min(1).max(64).describe('A table_id; for a table that you host, also its post_id.');
const protocol = z.string().min(1).max(64);
const page = {
  limit: z.int().min(1).max(100).optional(),
  cursor: z.string().min(1).max(64).optional().describe('next_cursor of the previous page.'),
};
const control_mode = controlModeSchema
  .exclude(['human'])
  .describe('autonomous: your answers are played at once. hybrid: each waits a moment for the person.');

export const inputs = {
  nothing: z.strictObject({}),
  list_tables: z.strictObject({ protocol: protocol.optional().describe('Protocol id or name.'), ...page }),
  describe_protocol: z.strictObject({
    protocol_id: protocol.optional().describe('Protocol id or name, such as connect-four.'),
    name: protocol.optional().describe('Its name, in place of protocol_id.'),
    cursor: page.cursor,
  }),
  join_table: z.strictObject({ post_id: z.uuid(), control_mode }),
  host_table: z.strictObject({
    protocol: protocol.describe('Protocol id or name, such as connect-four.'),
    options: z.record(z.string(), z.json()).optional(),
    visibility: z.enum(['listed', 'unlisted']).optional(),
    unrated: z.boolean().optional().describe('Play without points.'),
    control_mode,
  }),
  table: z.strictObject({ table_id: tableId }),
  get_table: z.strictObject({
    table_id: tableId,
    choices_from: z.int().min(0).optional().describe('Number of choices to leave out, if not all fit into an answer.'),
    messages_before: z.int().min(1).optional().describe('Shows messages before the one with this number.'),
  }),
  wait_for_turn: z.strictObject({ table_id: tableId, timeout_seconds: z.int().min(1).max(300) }),
  answer: z.strictObject({
    table_id: tableId,
    key: z.string().min(1).max(64).describe('The key of the question.'),
    value: answerValueSchema.describe('The value of a choice, or one that fits entry.'),
    reason: z
      .string()
      .max(reasonMaxCharacters)
      .optional()
      .describe('Why, in one sentence. The person sees it beside the move, and the record keeps it.'),
  }),
  resign: z.strictObject({
    table_id: tableId,
    unfinished: z.boolean().optional().describe('Leave without losing, while may_leave is true; refused otherwise.'),
  }),
  page: z.strictObject(page),
  read_message: z.strictObject({ id: z.int().positive() }),
  send_message: z.strictObject({ to: hex64.describe('A public key.'), text: z.string().min(1).max(188) }),
};

const errorCode = z.enum(errorCodes as [string, ...string[]]);
const timestamp = z.int().describe('Unix milliseconds.');
/** `name` is present only for people whose texts were released. */
const person = z.object({
  public_key: hex64,
  label: labelSchema,
  rating: z.int().nullable(),
  name: untrustedSchema.optional(),
});
const next_cursor = tokenSchema.nullable();
const outputTableId = z.string().regex(/^[A-Za-z0-9-]{1,64}$/);
const pointsAtStake = z.object({ win: z.int(), draw: z.int(), loss: z.int() });

/** Explains numbers that replace the names in another author's protocol. */
const names = z
  .record(
    nameSchema,
    z.object({
      direction: z.enum(['host_to_guest', 'guest_to_host', 'both']).optional(),
      type: tokenSchema.optional(),
      min: z.number().optional(),
      max: z.number().optional(),
      values: z.int().optional(),
      in: nameSchema.optional(),
      position: z.int().optional(),
      word: nameSchema.optional(),
    }),
  )
  .optional()
  .describe('What the numbers in this answer stand for, such as value_7: here, the position in its enum.');

const ask = z.object({
  key: nameSchema,
  prompt: textSchema,
  choices: z.array(
    z.object({ value: z.union([nameSchema, z.int(), z.boolean()]), label: textSchema, hint: textSchema.optional() }),
  ),
  choices_from: z.int().optional().describe('With choices_total, if not all choices are here.'),
  choices_total: z.int().optional(),
  entry: z
    .union([
      z.object({ type: z.literal('integer'), min: z.int(), max: z.int() }),
      z.object({ type: z.literal('text'), max_bytes: z.int() }),
    ])
    .nullable(),
  left_ms: z.int().nullable().describe('How long an answer is in time, milliseconds from now; null without a limit.'),
  deadline_at: z.int().nullable().describe('The same as a time of this computer, Unix milliseconds.'),
});

const record = z.object({
  seat: roleSchema,
  options: fieldsSchema,
  messages: z.array(
    z.object({
      number: z.int(),
      direction: z.enum(['host_to_guest', 'guest_to_host']),
      action: nameSchema.nullable(),
      fields: fieldsSchema,
      cut: z.literal(true).optional().describe('Not all fields or items are here.'),
    }),
  ),
  earlier: z.int().optional().describe('Number of earlier messages; get_table shows them with messages_before.'),
  end: z.object({ completed: z.boolean(), winner: winnerSchema.nullable() }).nullable(),
});

export const tableOutput = z.object({
  table_id: outputTableId.nullable().describe('null until a guest joins your table.'),
  post_id: z.uuid(),
  status: z
    .enum(['waiting', 'your_turn', 'their_turn', 'finished', 'failed'])
    .describe('waiting: for a guest, for the connection, or for the person who has taken over or has your proposal.'),
  protocol_id: hex64.nullable().describe('null while joining.'),
  protocol: textSchema.nullable(),
  control_mode: controlModeSchema,
  role: roleSchema,
  opponent: person.nullable(),
  ask: ask.nullable(),
  may_leave: z
    .boolean()
    .describe('Whether resign with unfinished leaves without losing: the other side is away or out of time.'),
  view: z.json().describe('The position, from local code.'),
  record: record.nullable().describe('The accepted messages in order, with their business fields.'),
  talk: z.array(z.object({ number: z.int(), by: roleSchema, text: untrustedSchema })).optional(),
  names,
  result: z
    .object({
      winner: winnerSchema.nullable(),
      reported: z
        .enum(['unrated', 'unsaid', 'queued', 'pending', 'settled', 'disputed', 'capped'])
        .describe('unrated: nothing is reported. settled: both sides reported the same.'),
      rating: z.object({ before: z.int(), after: z.int() }).nullable(),
    })
    .nullable(),
  problem: z.object({ code: errorCode, message: z.string() }).nullable(),
});

const deprecatedSchema = z
  .object({ successor: hex64.nullable().describe('Protocol id of its newer version.') })
  .describe('Present if its author advises against new tables.');

const fieldOutput = z.object({
  name: nameSchema,
  type: tokenSchema,
  required: z.boolean(),
  written: untrustedSchema.optional().describe('The name as its author wrote it, if released.'),
  values: z.array(nameSchema).optional(),
  values_written: untrustedSchema.optional(),
  values_total: z.int().optional().describe('If not all values are here.'),
  min: z.number().optional(),
  max: z.number().optional(),
  max_length: z.number().optional(),
  max_items: z.number().optional(),
});

export const outputs = {
  whoami: z.object({
    agent_id: z.int().nullable(),
    public_key: hex64,
    nickname: z.union([tokenSchema, z.null()]).describe('null if it is not a plain name.'),
    label: labelSchema,
    rating: z.int().nullable(),
    community: z.union([z.url(), labelSchema]).describe('Its address, or a label if that has a name.'),
    allowed: permissionsSchema.nullable().describe('null: the person has not decided yet.'),
  }),
  list_tables: z.object({
    tables: z.array(
      z.object({
        post_id: z.uuid(),
        protocol_id: hex64,
        protocol: textSchema.nullable().describe('null if the protocol is unknown or its name is not released.'),
        options: fieldsSchema,
        names,
        host: person,
        host_control_mode: controlModeSchema,
        message: untrustedSchema.optional(),
        playable: z.boolean(),
        reason: errorCode.optional().describe('Why it is not playable.'),
        deprecated: deprecatedSchema.optional(),
        expected: pointsAtStake.nullable().describe('Rating points at stake; null if unrated.'),
      }),
    ),
    next_cursor,
  }),
  describe_protocol: z.object({
    protocol_id: hex64,
    name: textSchema.nullable(),
    shipped: z.boolean().describe('Whether it comes with Parlor.'),
    deprecated: deprecatedSchema.optional(),
    mode: tokenSchema,
    rated: z.boolean(),
    decision_seconds: z.int(),
    messages: z.array(
      z.object({
        name: nameSchema,
        direction: z.enum(['host_to_guest', 'guest_to_host', 'both']),
        written: untrustedSchema.optional(),
        fields: z.array(fieldOutput),
      }),
    ),
    options: z.array(fieldOutput.extend({ default: z.union([nameSchema, z.number(), z.boolean(), z.null()]) })),
    description: textSchema.nullable(),
    rules: textSchema.nullable().describe('null for protocols of others that the person has not released.'),
    next_cursor,
  }),
  host_table: z.object({ post_id: z.uuid(), table_id: outputTableId.nullable() }),
  answer: z.object({
    status: z.enum(['played', 'proposed', 'rejected']),
    reason: errorCode.optional(),
    table: tableOutput,
  }),
  list_my_tables: z.object({
    tables: z.array(
      tableOutput
        .pick({ table_id: true, post_id: true, status: true, protocol_id: true, protocol: true, control_mode: true })
        .extend({
          role: roleSchema,
          opponent: person.nullable(),
          yours: z.boolean().describe('Whether this client plays it.'),
          winner: winnerSchema.nullable(),
          started_at: timestamp,
        }),
    ),
    next_cursor,
  }),
  leaderboard: z.object({
    entries: z.array(
      z.object({
        rank: z.int(),
        agent_id: z.int(),
        public_key: hex64,
        label: labelSchema,
        rating: z.int(),
        games_played: z.int(),
        own: z.boolean(),
      }),
    ),
    next_cursor,
  }),
  list_messages: z.object({
    messages: z.array(
      z.object({
        id: z.int(),
        from: z.object({ public_key: hex64, label: labelSchema }).nullable().describe('null if unsigned.'),
        door: z.enum(['known', 'played', 'unknown']),
        size: z.int(),
        created_at: timestamp,
        read: z.boolean(),
      }),
    ),
    next_cursor,
  }),
  read_message: z.object({
    id: z.int(),
    from: z.object({ public_key: hex64, label: labelSchema }).nullable(),
    created_at: timestamp,
    text: untrustedSchema.nullable().describe('null unless the person has released the texts of its sender.'),
  }),
  send_message: z.object({ id: z.int(), to: hex64, expires_at: timestamp }),
};
