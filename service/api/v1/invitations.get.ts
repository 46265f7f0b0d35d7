import { paged, readCursor } from '../../http/cursor.ts';
import { invitations, presentEntries } from '../../invitations/invitation.ts';
import { answer, read } from '../../method.ts';

export const getInvitations = read('GET /api/v1/invitations', {
  async act(db, { query, caller, now }) {
    const { protocol_id, type, tags = [] } = query;
    const list = { invitations: [protocol_id ?? null, type ?? null, tags] };
    const limit = query.limit ?? 20;
    const from = readCursor(list, query.cursor);

    const visible = invitations(db)
      .where('invitation.status', '=', 'active')
      .where('invitation.expires_at', '>', now)
      .where('invitation.visibility', '=', 'listed')
      .where(({ eb, or }) =>
        or([
          eb('invitation.for_public_key', 'is', null),
          eb('invitation.for_public_key', '=', caller.public_key),
          eb('invitation.host_id', '=', caller.agent_id),
        ]),
      )
      .$if(protocol_id !== undefined, (all) => all.where('invitation.protocol_id', '=', protocol_id!))
      .$if(type !== undefined, (all) => all.where('invitation.type', '=', type!));
    const filtered = tags.reduce(
      (all, tag) =>
        all.where(({ exists, selectFrom }) =>
          exists(
            selectFrom('invitation_tag')
              .select('invitation_tag.tag')
              .whereRef('invitation_tag.post_id', '=', 'invitation.post_id')
              .where('invitation_tag.tag', '=', tag),
          ),
        ),
      visible,
    );
    const { total } = await filtered
      .clearSelect()
      .select(({ fn }) => fn.countAll<number | string>().as('total'))
      .executeTakeFirstOrThrow();
    const found = await filtered
      .$if(from !== null, (all) =>
        all.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('invitation.created_at', 'invitation.post_id'), '<', tuple(from!.at, from!.id)),
        ),
      )
      .orderBy('invitation.created_at', 'desc')
      .orderBy('invitation.post_id', 'desc')
      .limit(limit + 1)
      .execute();
    const { rows, next_cursor } = paged(found, limit, list, (row) => ({ at: row.created_at, id: row.post_id }));
    const results = await presentEntries(db, rows, caller, now);
    return answer(200, { results, total: Number(total), next_cursor });
  },
});
