/** The `complaints` calls: reports of a person to the operators of the community. */
import type { Attachable, Bridge, ComplaintSubject } from '../../shared/bridge/contract.ts';
import type { Handlers } from '../../shared/bridge/define.ts';
import { joinLink } from '../../shared/community/join-links.ts';
import { limits } from '../../shared/community/limits.ts';
import type { ComplaintEvidence } from '../../shared/community/order-shapes.ts';
import { ParlorError, toProblem } from '../../shared/errors.ts';
import type { CoreParts } from './core-parts.ts';

type Parts = Pick<CoreParts, 'account' | 'connection'>;

export function complaintsHandlers(core: Parts): Handlers<Bridge>['complaints'] {
  return {
    attachable: async ({ about }) => presentEvidence(await evidenceOf(core, about)),
    async send({ about, public_key, reason, words, attach }) {
      const evidence = chosenParts(await evidenceOf(core, about), attach);
      const { status } = await core
        .account()
        .client.call('POST /api/v1/complaints', { body: { public_key, reason, words, evidence } });
      return { repeated: status === 200 };
    },
    async list() {
      const query = { limit: limits.list_page };
      const { results } = await core
        .account()
        .client.call('GET /api/v1/complaints', { query })
        .then(({ body }) => body)
        .catch((error: unknown) => {
          // A community of an earlier version doesn't have this route.
          if (['not_found', 'method_not_allowed'].includes(toProblem(error).code)) return { results: [] };
          throw error;
        });
      return { complaints: results };
    },
  };
}

/** Everything that can go along. */
async function evidenceOf(core: Parts, about: ComplaintSubject): Promise<ComplaintEvidence> {
  const { inbox, tables, lobby } = core.account();
  const linkTo = (post_id: string) => joinLink(post_id, core.connection.url() ?? core.connection.state.url);
  switch (about.kind) {
    case 'profile':
      return { kind: 'profile' };
    case 'message':
      return { kind: 'message', message_id: about.id, ...(await inbox.evidenceOf(about.id)) };
    case 'table': {
      const { post_id, session_id, protocol, record } = await tables.get(about.table_id);
      const ids = { post_id, session_id, protocol_id: protocol.protocol_id, record_id: record.head };
      return { kind: 'table', ...ids, link: linkTo(post_id) };
    }
    case 'offer': {
      const entry = lobby.entries.find(({ post_id }) => post_id === about.post_id);
      if (!entry) throw new ParlorError('not_found', 'The table has closed.', { post_id: about.post_id });
      const { post_id, protocol_id } = entry;
      return { kind: 'table', post_id, session_id: null, protocol_id, record_id: null, link: linkTo(post_id) };
    }
  }
}

function presentEvidence(evidence: ComplaintEvidence): Attachable {
  switch (evidence.kind) {
    case 'profile':
      return evidence;
    case 'message':
      return {
        kind: 'message',
        words: evidence.opened?.words ?? '',
        signed: evidence.opened?.signature != null,
        sealed_bytes: evidence.ciphertext === null ? null : Buffer.from(evidence.ciphertext, 'base64').length,
      };
    case 'table': {
      const { record_id, session_id, link } = evidence;
      return { kind: 'table', record_id, session_id, link };
    }
  }
}

/** Of a message, only what the user has ticked. */
function chosenParts(evidence: ComplaintEvidence, { words, sealed }: { words: boolean; sealed: boolean }) {
  if (evidence.kind !== 'message') return evidence;
  return { ...evidence, opened: words ? evidence.opened : null, ciphertext: sealed ? evidence.ciphertext : null };
}
