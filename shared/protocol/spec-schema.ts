/**
 * A JSON Schema of spec.json for editors: keys, their types and their meaning. Whether a spec is valid is decided by spec-rules.ts,
 * since many rules involve several places of a spec.
 */
import { z } from 'zod';
import { directions, flowModes, gameFieldTypes, type ScalarType, type Spec, scalarTypes } from './spec-types.ts';

const typeDescriptions = {
  scalar: {
    integer: 'A whole number, within min and max.',
    enum: 'One of values.',
    boolean: 'true or false.',
    hash: 'SHA-256, 64 lower-case hex digits.',
    nonce: '16 to 64 lower-case hex digits.',
    id: 'A safe identifier of up to 128 characters.',
    signature: 'An Ed25519 signature, 128 hex digits.',
    ticket: 'The address of a host over iroh.',
    ciphertext: 'An even number of lower-case hex digits.',
    key: 'A key of 32 bytes, 64 hex digits.',
    ot_blob: 'Data of an oblivious transfer.',
    text: 'Text for people; only in a spec of type chat. Hooks never receive it.',
  } satisfies Record<ScalarType, string>,
};

const description = z.string().optional().describe('For people; not part of the id.');
const required = z.boolean().optional().describe('Whether every message has it.');
const min = z.int().optional().describe('The smallest number allowed.');
const max = z.int().optional().describe('The largest number allowed.');
const max_length = z.int().min(0).optional().describe('Bytes of a text or ot_blob, characters of a ciphertext.');
const values = z.array(z.string()).min(1).optional().describe('The values of an enum.');

const scalarSchema = z.looseObject({
  type: z
    .enum(scalarTypes)
    .describe(`${gameFieldTypes.join(', ')}: may affect a game. The others serve security or carry text.`)
    .meta({ about: typeDescriptions.scalar }),
  values,
  min,
  max,
  max_length,
  description,
});

const fieldSchema = z.looseObject({
  ...scalarSchema.shape,
  type: z
    .enum([...scalarTypes, 'array'])
    .describe('The type of the field.')
    .meta({ about: { ...typeDescriptions.scalar, array: 'Several values of the type of items.' } }),
  required,
  items: scalarSchema.optional().describe('The elements of an array.'),
  min_items: z.int().min(0).optional(),
  max_items: z.int().min(0).optional(),
  max_total_bytes: z.int().min(0).optional(),
});

const messageSchema = z.looseObject({
  name: z.string().min(1).describe('The name of the message, unique for its direction.'),
  direction: z.enum(directions).describe('Who sends it.'),
  fields: z
    .record(z.string(), fieldSchema)
    .describe('The fields by name. action is a required enum with one value, which names the message on the wire.'),
  description,
});

const parameterSchema = z.looseObject({
  type: z.enum(['integer', 'boolean', 'enum', 'text', 'id', 'table']).describe('The type of the option.'),
  default: z.json().optional().describe('Its value if the host does not choose one.'),
  values,
  min,
  max,
  max_length,
  columns: z.record(z.string(), z.json()).optional().describe('The columns of a table.'),
  description,
});

const flowSchema = z.looseObject({
  mode: z.enum(flowModes).optional().describe('How the two sides take turns.'),
  phases: z
    .array(
      z.looseObject({
        phase: z.string().optional(),
        repeat: z.enum(['best_of', 'total_rounds', 'until game_over']).optional(),
        exchange: z.array(z.looseObject({ message: z.string(), direction: z.enum(directions).optional() })).optional(),
      }),
    )
    .optional()
    .describe('The course of a game, for people; the mode decides.'),
  round: z
    .looseObject({
      value_field: z.string().min(1).describe('The field of reveal that is sealed by commit.'),
      value_type_ref: z.string().min(1).describe('Where the type of that field is declared.'),
    })
    .optional()
    .describe('For simultaneous_round.'),
  end_when: z.string().optional().describe('When a game is over, for people.'),
});

export const specSchema = z.looseObject({
  name: z.string().optional().describe('The name of the protocol; not part of the id.'),
  spec_version: z.literal('1.0').optional(),
  description,
  type: z.string().optional().describe('game, chat, or another kind of protocol.'),
  family: z.string().optional().describe('Protocols of one family are versions and variants of each other.'),
  messages: z.array(messageSchema).min(1).describe('Every message that the two sides exchange.'),
  flow: flowSchema.optional(),
  rules: z.json().optional().describe('The rules for people; part of the id.'),
  choices: z.json().optional(),
  commit_reveal: z.json().optional(),
  parameters: z.record(z.string(), parameterSchema).optional().describe('The options of a table, by name.'),
  decision: z
    .looseObject({
      mode: z.string().optional(),
      timeout_seconds: z.number().optional().describe('Seconds that a person has for a move.'),
      timeout_action: z.string().optional(),
    })
    .optional(),
  timing: z
    .looseObject({
      mode: z.enum(['simultaneous', 'sequential', 'none']),
      min_think_seconds: z.int().min(0).optional(),
      max_think_seconds: z.int().min(0).optional(),
    })
    .optional(),
  shadow_judge: z.boolean().optional(),
  tags: z.array(z.string()).optional(),
  capabilities: z.array(z.string()).optional(),
});

/** Fails to compile if the schema lacks a key of Spec. */
specSchema.shape satisfies Record<keyof Spec, z.ZodType>;

export interface JsonSchema {
  type?: string;
  description?: string;
  properties?: { [name: string]: JsonSchema };
  additionalProperties?: JsonSchema | boolean;
  items?: JsonSchema;
  enum?: string[];
  const?: unknown;
  required?: string[];
  /** The meaning of each value of an enum. */
  about?: { [value: string]: string };
}

/** JSON Schema (draft 2020-12) of a spec.json. */
export const specJsonSchema = (): JsonSchema => z.toJSONSchema(specSchema, { io: 'input' }) as JsonSchema;
