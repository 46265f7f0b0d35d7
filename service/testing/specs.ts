/** Small valid specs: each name is a different protocol. */
import { protocolIdOf } from '../../shared/protocol/contract.ts';
import type { TestAgent } from './community.ts';

export function specOf(name: string) {
  const action = { type: 'enum', required: true, values: [name] };
  return {
    name,
    description: `The protocol ${name}.`,
    type: 'game',
    spec_version: '1.0',
    messages: [
      { name, direction: 'both', fields: { action, number: { type: 'integer', min: 0, max: 9, required: true } } },
    ],
    flow: { mode: 'session_loop' },
    parameters: { rounds: { type: 'integer', min: 1, max: 9, default: 3 } },
  };
}

/** The body that registers a spec, with its text unchanged. */
export function protocolRegistrationBody(specText: string): string {
  const { name, description, type } = JSON.parse(specText);
  const headText = JSON.stringify({ protocol_id: protocolIdOf(specText), name, description, type });
  return `${headText.slice(0, -1)},"spec_json":${specText}}`;
}

/** Registers a protocol and adds it to `family`, if given. Returns its id. */
export async function registerProtocol(author: TestAgent, name: string, family?: string): Promise<string> {
  const specText = JSON.stringify(specOf(name));
  const protocol_id = protocolIdOf(specText);
  const target = '/api/v1/protocols';
  const { status, text } = await author.send({ method: 'POST', target, body: protocolRegistrationBody(specText) });
  if (status !== 201) throw new Error(text);
  if (family === undefined) return protocol_id;
  const governance = await author.call('POST /api/v1/protocols/{protocol_id}/governance', {
    params: { protocol_id },
    body: { family, status: 'active' },
  });
  if (governance.status !== 200) throw new Error(governance.text);
  return protocol_id;
}
