/**
 * The TypeScript types of a spec.json, and its modes, directions and field types as lists. spec-schema.ts describes each key for authors.
 * Most keys are optional, because specs of other clients are shown even if they lack them.
 */
import type { Json } from '../json/value.ts';

/** All flow modes. */
export const flowModes = [
  'session_loop',
  'free',
  'request_response',
  'simultaneous_round',
  'mental_poker',
  'authoritative_realtime',
  'authoritative_group',
] as const;
export type FlowMode = (typeof flowModes)[number];

/** The modes that Parlor can play; other specs can only be shown, registered and compared. */
export const supportedModes = [
  'session_loop',
  'request_response',
  'simultaneous_round',
  'free',
] as const satisfies FlowMode[];
export type SupportedMode = (typeof supportedModes)[number];

export const directions = ['guest_to_host', 'host_to_guest', 'both'] as const;
export type Direction = (typeof directions)[number];

export const scalarTypes = [
  'integer',
  'enum',
  'boolean',
  'hash',
  'nonce',
  'id',
  'signature',
  'ticket',
  'ciphertext',
  'key',
  'ot_blob',
  'text',
] as const;
export type ScalarType = (typeof scalarTypes)[number];
export type FieldType = ScalarType | 'array';

/** Types of fields that may affect a game; all others serve security or carry untrusted text. */
export const gameFieldTypes: readonly FieldType[] = ['integer', 'enum', 'boolean'];

/** Constraints; which ones apply depends on the type (field-types.ts). */
export interface ScalarDefinition {
  type: ScalarType;
  values?: string[];
  min?: number;
  max?: number;
  /** Bytes of a text or ot_blob, characters of a ciphertext. */
  max_length?: number;
  description?: string;
}

export type FieldDefinition = { required?: boolean } & (
  | ScalarDefinition
  | {
      type: 'array';
      items: ScalarDefinition;
      min_items?: number;
      max_items?: number;
      max_total_bytes?: number;
      description?: string;
    }
);

export interface MessageDefinition {
  name: string;
  direction: Direction;
  fields: { [name: string]: FieldDefinition };
  description?: string;
}

export type ColumnDefinition = { required?: boolean } & (
  | { type: 'integer'; min?: number; max?: number }
  | { type: 'boolean' }
  | { type: 'enum'; values: string[] }
  | { type: 'object'; fields: { [name: string]: ColumnDefinition } }
);

export type ParameterDefinition = { default?: Json; description?: string } & (
  | { type: 'integer'; min?: number; max?: number }
  | { type: 'boolean' }
  | { type: 'enum'; values: string[] }
  | { type: 'text'; max_length?: number }
  | { type: 'id' }
  | { type: 'table'; columns: ColumnDefinition | { [name: string]: ColumnDefinition } }
);

export interface Phase {
  phase?: string;
  repeat?: string;
  exchange?: { message: string; direction?: Direction }[];
}

export interface Spec {
  name?: string;
  spec_version?: string;
  description?: string;
  type?: string;
  family?: string;
  messages: MessageDefinition[];
  flow?: {
    mode?: string | null;
    /** Informational; engines follow the mode. The same is true of `end_when`. */
    phases?: Phase[] | null;
    round?: { value_field: string; value_type_ref: string };
    end_when?: string;
  } | null;
  rules?: Json;
  choices?: Json;
  commit_reveal?: Json;
  parameters?: { [name: string]: ParameterDefinition } | null;
  decision?: { mode?: string; timeout_seconds?: number; timeout_action?: string } | null;
  timing?: { mode: string; min_think_seconds?: number; max_think_seconds?: number } | null;
  shadow_judge?: boolean | null;
  tags?: string[];
  capabilities?: string[];
}
