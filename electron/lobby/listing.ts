/**
 * All open invitations of the community. Loaded page by page once; then only what the event stream reports as changed. The whole
 * list is loaded again after a `reset` and, since expiries and ratings are not events, periodically.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { CommunityEvent } from '../../shared/community/events.ts';
import { limits } from '../../shared/community/limits.ts';
import type { InvitationEntry } from '../../shared/community/shapes.ts';
import { ParlorError, type Problem, toProblem } from '../../shared/errors.ts';
import type { CommunityClient } from '../community/client.ts';
import type { EventStream } from '../community/event-stream.ts';
import { createBackoff, retry } from '../time/retry.ts';

export interface ListingConfig {
  client: CommunityClient;
  live: EventStream;
  /** New or changed rows. */
  onRows(rows: readonly InvitationEntry[]): void;
  onGone(post_ids: readonly string[]): void;
  onState(state: ListingState): void;
  /** Whether the user waits for rows that are being posted, so that they are loaded sooner. */
  isAwaited(): boolean;
}

export interface ListingState {
  /** `reading`: the first load. */
  status: 'reading' | 'read' | 'failed';
  /** Whether every open invitation is among the rows. */
  complete: boolean;
  problem: Problem | null;
}

export interface Listing {
  readonly rows: ReadonlyMap<string, InvitationEntry>;
  start(): void;
  /** Loads everything again. */
  refresh(): void;
  dispose(): void;
}

/** Minimum time between two loads, milliseconds; while rows are awaited, the second. */
const spacingMs = 500;
const awaitedSpacingMs = 100;
/** How long the first load waits for the event stream. */
const streamMs = 1_000;
/** Time between two full loads: per page of the list, and at most. */
const pageAgeMs = 30_000;
const longestAgeMs = 300_000;
/** Bounds the memory that a community costs. */
const rowsMax = 20_000;
/** Pages loaded without a pause; later ones are paced because of the community's rate limit. */
const burst = 10;
const paceMs = 40;
/** Maximum number of invitations loaded one by one; for more, the list is loaded. */
const singleReadsMax = 20;
/** Tolerance for `created_at`, which may lie before the invitation was stored. */
const clockSlackMs = 5_000;

export function createListing({ client, live, onRows, onGone, onState, isAwaited }: ListingConfig): Listing {
  const rows = new Map<string, InvitationEntry>();
  const stop = new AbortController();
  const { signal } = stop;
  const off = live.onEvent(handleEvent);
  let started = false;
  /** What to load next: everything, the invitations posted since (with their times), or single ones. */
  let all = true;
  const posted = new Map<string, number>();
  const unverified = new Set<string>();
  /** Closed during the request of a page that may still list them. */
  const ended = new Set<string>();
  let working = false;
  let readAt = 0;
  let retryAt = 0;
  const backoff = createBackoff({ firstMs: 5_000, longestMs: 20_000 });
  /** When everything is loaded again, and the earliest expiry of a row. */
  let fullAt = 0;
  let endsAt = Number.POSITIVE_INFINITY;
  let timer: NodeJS.Timeout | null = null;
  let state: ListingState = { status: 'reading', complete: false, problem: null };

  function setState(next: ListingState): void {
    state = next;
    if (!signal.aborted) onState(state);
  }

  function put(found: readonly InvitationEntry[]): void {
    const open = found.filter(({ status, post_id }) => status === 'active' && !ended.has(post_id));
    for (const row of open) {
      rows.set(row.post_id, row);
      endsAt = Math.min(endsAt, Date.parse(row.expires_at));
    }
    if (open.length > 0 && !signal.aborted) onRows(open);
  }

  function remove(post_ids: readonly string[]): void {
    const known = post_ids.filter((post_id) => rows.delete(post_id));
    if (known.length > 0 && !signal.aborted) onGone(known);
  }

  function handleEvent(event: CommunityEvent): void {
    if (event.type === 'reset' || event.type === 'result_reported') all = true;
    else if (event.type === 'invitation_posted') posted.set(event.post_id, Date.parse(event.at));
    else if (event.type === 'invitation_renewed') renew(event.post_id, Date.parse(event.at));
    else if (event.type === 'invitation_matched' || event.type === 'invitation_closed') {
      posted.delete(event.post_id);
      unverified.delete(event.post_id);
      if (working) ended.add(event.post_id);
      remove([event.post_id]);
    } else if ('protocol_id' in event) {
      // Name and family of its invitations may have changed.
      for (const { protocol_id } of rows.values()) all ||= protocol_id === event.protocol_id;
    }
    schedule();
  }

  /** Assumes an unchanged lifetime; the next full load corrects it. */
  function renew(post_id: string, at: number): void {
    const row = rows.get(post_id);
    if (!row) {
      if (!posted.has(post_id)) unverified.add(post_id);
      return;
    }
    const life = Date.parse(row.expires_at) - Date.parse(row.updated_at);
    const next = { ...row, updated_at: new Date(at).toISOString(), expires_at: new Date(at + life).toISOString() };
    rows.set(post_id, next);
    onRows([next]);
  }

  const communityNow = () => Date.now() + (client.clockOffsetMs ?? 0);
  const isDue = () => all || posted.size > 0 || unverified.size > 0;

  /** Schedules the next load, expiry or full load. */
  function schedule(): void {
    if (!started || working || signal.aborted) return;
    if (timer) clearTimeout(timer);
    let ms = Math.max(0, readAt + (isAwaited() ? awaitedSpacingMs : spacingMs) - Date.now());
    if (state.status === 'failed') ms = Math.max(0, retryAt - Date.now());
    else if (!isDue()) ms = Math.max(spacingMs, Math.min(fullAt - Date.now(), endsAt - communityNow()));
    timer = setTimeout(() => void work(), ms);
  }

  async function work(): Promise<void> {
    working = true;
    ended.clear();
    sweep();
    if (Date.now() >= fullAt || unverified.size > singleReadsMax) all = true;
    try {
      if (all || state.status === 'failed') await readAll();
      else {
        if (posted.size > 0) await readNewest();
        if (unverified.size > 0) await readSingles();
      }
    } catch (error) {
      if (!signal.aborted) {
        all = true;
        retryAt = Date.now() + backoff.next();
        setState({ status: 'failed', complete: false, problem: toProblem(error) });
      }
    } finally {
      working = false;
      schedule();
    }
  }

  /** Expiry is not an event. */
  function sweep(): void {
    const now = communityNow();
    if (endsAt > now) return;
    const ends = [...rows.values()].map(({ post_id, expires_at }) => ({ post_id, at: Date.parse(expires_at) }));
    remove(ends.filter(({ at }) => at <= now).map(({ post_id }) => post_id));
    endsAt = ends.reduce((first, { at }) => (at > now ? Math.min(first, at) : first), Number.POSITIVE_INFINITY);
  }

  async function readAll(): Promise<void> {
    all = false;
    posted.clear();
    unverified.clear();
    readAt = Date.now();
    const seen = new Set<string>();
    let cursor: string | null | undefined;
    let read = 0;
    while (cursor !== null && seen.size < rowsMax) {
      read += 1;
      const body = await pageOf(cursor, limits.list_page, read);
      for (const { post_id } of body.results) seen.add(post_id);
      put(body.results);
      cursor = body.next_cursor;
    }
    readAt = Date.now();
    fullAt = readAt + Math.min(longestAgeMs, pageAgeMs * read);
    remove([...rows.keys()].filter((post_id) => !seen.has(post_id)));
    backoff.reset();
    setState({ status: 'read', complete: cursor === null, problem: null });
  }

  /** Loads from the newest on until all posted ones are found, or are too old to follow. */
  async function readNewest(): Promise<void> {
    const wanted = new Set(posted.keys());
    const since = Math.min(...posted.values()) - clockSlackMs;
    posted.clear();
    readAt = Date.now();
    let cursor: string | null | undefined;
    for (let read = 1; cursor !== null && wanted.size > 0; read += 1) {
      const body = await pageOf(cursor, Math.min(limits.list_page, wanted.size + 10), read);
      for (const { post_id } of body.results) wanted.delete(post_id);
      put(body.results.filter(({ post_id }) => rows.has(post_id) || rows.size < rowsMax));
      const last = body.results.at(-1);
      cursor = last && Date.parse(last.created_at) >= since ? body.next_cursor : null;
    }
  }

  async function readSingles(): Promise<void> {
    readAt = Date.now();
    for (const post_id of [...unverified]) {
      unverified.delete(post_id);
      try {
        const { body } = await client.call('GET /api/v1/invitations/{post_id}', { params: { post_id } }, { signal });
        if (body.visibility === 'listed' && rows.size < rowsMax) put([body]);
      } catch (error) {
        if (!(error instanceof ParlorError && error.code === 'not_found')) throw error;
      }
    }
  }

  async function pageOf(cursor: string | undefined, limit: number, page: number) {
    if (page > burst) await delay(paceMs, undefined, { signal });
    const query = { limit, ...(cursor === undefined ? {} : { cursor }) };
    const read = async () => (await client.call('GET /api/v1/invitations', { query }, { signal })).body;
    const isRetryable = (error: unknown) => error instanceof ParlorError && error.code === 'rate_limited';
    return retry(read, { firstMs: 1_000, longestMs: 2_000, timeoutMs: 10_000, signal, isRetryable });
  }

  return {
    rows,
    start() {
      if (started) return;
      started = true;
      // The stream opens with a `reset`, which would repeat an earlier load.
      timer = setTimeout(() => void work(), streamMs);
    },
    refresh() {
      all = true;
      retryAt = 0;
      schedule();
    },
    dispose() {
      stop.abort();
      off();
      if (timer) clearTimeout(timer);
    },
  };
}
