import type { JsonObject } from '../../../shared/json/value.ts';
import { otherRole, type Role } from '../../../shared/tables/hooks.ts';
import { type SeatTrace, type SelfPlayOptions, type SelfPlayReport, selfPlayMode } from '../self-play.ts';
import { ReplayedSeat } from './replayed-seat.ts';

/** A completed game, from which each seat can be restored at any point. */
export class PlayedGame {
  readonly parts: SelfPlayOptions;
  readonly report: SelfPlayReport;

  constructor(parts: SelfPlayOptions, report: SelfPlayReport) {
    this.parts = parts;
    this.report = report;
  }

  trace(role: Role): SeatTrace {
    return this.report.seats[role].trace;
  }

  /** The messages that a seat sent, without heartbeats and goodbyes. */
  messagesFrom(role: Role): SeatTrace['sent'] {
    return this.trace(role).sent.filter(({ frame }) => !Object.hasOwn(frame, '_sys'));
  }

  /** The number of a seat's message among those of both, from 1. */
  numberOf(from: Role, index: number): number {
    let remaining = index;
    return 1 + this.report.frames.findIndex((message) => message.from === from && remaining-- === 0);
  }

  /**
   * The receiver of a seat's message number `index`, just before that message arrives. `replaced` are earlier messages that it
   * received instead, by number.
   */
  receiverBefore(from: Role, index: number, replaced: ReadonlyMap<number, JsonObject> = new Map()): ReplayedSeat {
    const role = otherRole(from);
    const { spec, options } = this.parts;
    const hooks = this.parts.hooks[role];
    const events: SeatTrace['events'] = [];
    let receivedCount = 0;
    for (const event of this.trace(role).events) {
      if (event.type !== 'frame') events.push(event);
      else if (receivedCount === index) break;
      else {
        events.push({ ...event, frame: replaced.get(receivedCount) ?? event.frame });
        receivedCount += 1;
      }
    }
    return new ReplayedSeat({ role, control_mode: selfPlayMode(hooks), spec, options, hooks }, events);
  }
}
