import { otherRole, type Winner } from '../../../../../shared/tables/hooks.ts';
import { participants, recordEvent } from '../../../../events/record.ts';
import { respond, writeHandler } from '../../../../http/handler.ts';
import { requestError } from '../../../../refusals.ts';
import { sessionById, sideOf } from '../../../../sessions/session.ts';
import { reportsOf, resultOf, settle } from '../../../../sessions/settlement.ts';
import { requireClosed } from '../../../../sessions/status.ts';
import { locks } from '../../../../storage/locks.ts';

export const postResult = writeHandler('POST /api/v1/sessions/{session_id}/result', {
  locks: ({ params }) => [locks.session(params.session_id)],
  load: (db, { params }) => sessionById(db, params.session_id),
  async handle(db, { body: { winner }, caller, now }, session) {
    const side = sideOf(session, caller)!;
    const { session_id } = session;
    const reports = await reportsOf.all(db, { session_id });
    const ownReport = reports.find((report) => report.side === side);
    if (ownReport && ownReport.winner !== winner) {
      throw requestError('result_conflict', `This side has already reported "${ownReport.winner}".`, {
        reported: ownReport.winner,
      });
    }
    if (!ownReport) {
      requireClosed(session);
      await db.insertInto('report').values({ session_id, side, winner, reported_at: now }).execute();
      const otherWinner = reports.find((report) => report.side === otherRole(side))?.winner as Winner | undefined;
      if (otherWinner) {
        await settle(
          db,
          session,
          side === 'host' ? { host: winner, guest: otherWinner } : { host: otherWinner, guest: winner },
          now,
        );
      }
    }
    const result = (await resultOf(db, session))!;
    if (!ownReport) {
      await recordEvent(db, { type: 'result_reported', session_id, state: result.state }, participants(session), now);
    }
    return respond(200, result);
  },
});
