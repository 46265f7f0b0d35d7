import type { CommunityApi } from '../../../shared/community/contract.ts';
import type { BodyOf } from '../../../shared/community/define.ts';
import { limits } from '../../../shared/community/limits.ts';
import { ParlorError } from '../../../shared/errors.ts';
import { memberTexts } from '../../../shared/json/parse.ts';
import { protocolIdOf } from '../../../shared/protocol/contract.ts';
import { readSpec, type Spec } from '../../../shared/protocol/spec.ts';
import { recordEvent } from '../../events/record.ts';
import { respond, writeHandler } from '../../http/handler.ts';
import { storeFingerprint } from '../../protocols/fingerprint.ts';
import { familyOfNew } from '../../protocols/governance.ts';
import { findProtocol, isRemoved, presentProtocol, protocolById } from '../../protocols/protocol.ts';
import { detailedError, fieldError, requestError } from '../../refusals.ts';
import { locks } from '../../storage/locks.ts';

type Registration = BodyOf<CommunityApi['POST /api/v1/protocols']>;

export const postProtocol = writeHandler('POST /api/v1/protocols', {
  locks: ({ body }) => [locks.protocol(body.protocol_id)],
  async handle(db, { body, bodyText, caller, now, context }) {
    // The spec's exact text, whose bytes are stored and returned.
    const specText = memberTexts(bodyText, { maxDepth: limits.body_depth }).get('spec_json')!;
    const spec = validateSpec(body, specText);
    const { protocol_id, name, description, type } = body;
    const existingProtocol = await findProtocol(db, protocol_id);
    if (existingProtocol)
      throw requestError('already_exists', 'The protocol is registered already.', {
        protocol: { ...presentProtocol(existingProtocol) },
      });
    if (await isRemoved(db, protocol_id))
      throw requestError('protocol_removed', 'The operators of this community have removed this protocol.');
    await db
      .insertInto('protocol')
      .values({
        protocol_id,
        author_id: caller.agent_id,
        name,
        description,
        type,
        spec_text: specText,
        family: await familyOfNew(db, spec.family, type),
        status: 'experimental',
        capabilities: '[]',
        tags: '[]',
        created_at: now,
        governed_at: now,
      })
      .execute();
    await storeFingerprint(db, protocol_id, spec, now, context.log);
    await recordEvent(db, { type: 'protocol_registered', protocol_id }, 'everyone', now);
    return respond(201, presentProtocol(await protocolById(db, protocol_id)));
  },
});

function validateSpec({ protocol_id, name, type }: Registration, specText: string): Spec {
  const { spec, problems } = parseSpec(specText);
  // Name and type are optional in a spec, but must match the registration.
  if (spec.name !== undefined && spec.name !== name)
    problems.push({ pointer: '/name', message: 'is not the name of the registration' });
  if (spec.type !== undefined && spec.type !== type)
    problems.push({ pointer: '/type', message: 'is not the type of the registration' });
  if (problems.length > 0) throw specError(problems);
  if (protocolIdOf(specText) !== protocol_id)
    throw fieldError('/protocol_id', 'is not the hash of the contract of this spec');
  return spec;
}

function parseSpec(specText: string): ReturnType<typeof readSpec> {
  try {
    return readSpec(specText);
  } catch (error) {
    if (!(error instanceof ParlorError)) throw error;
    const { pointer } = error.detail ?? {};
    throw specError([{ pointer: typeof pointer === 'string' ? pointer : '', message: error.message }]);
  }
}

const specError = (errors: readonly { pointer: string; message: string }[]): ParlorError =>
  detailedError('invalid_spec', errors, { parent: '/spec_json' });
