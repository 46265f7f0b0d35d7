/**
 * Keeps a list of the community's open invitations: loads it page by page once, then only what the event stream reports as changed.
 * Loads the whole list again after a `reset` and, since the stream reports neither expiries nor ratings, periodically.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { CommunityEvent } from '../../shared/community/events.ts';
import { limits } from '../../shared/community/limits.ts';
import type { InvitationEntry } from '../../shared/community/shapes.ts';
import { ParlorError, type Problem, toProblem } from '../../shared/errors.ts';
import { type CommunityClient, nullIfNotFound } from '../community/client.ts';
import type { EventStream } from '../community/event-stream.ts';
import { createBackoff, retry } from '../time/retry.ts';

export interface ListingConfig {
  client: CommunityClient;
  live: EventStream;
  /** New or changed rows. */
  onRows(rows: readonly InvitationEntry[]): void;
  onGone(post_ids: readonly string[]): void;
  onState(state: ListingState): void;
  /** Whether the user is waiting for rows that are about to be posted; changes are then loaded sooner. */
  isAwaited(): boolean;
}

export interface ListingState {
  /** `loading`: during the first load. */
  status: 'loading' | 'loaded' | 'failed';
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

/** Minimum time between two loads in milliseconds, otherwise and while rows are awaited. */
const spacingMs = 500;
const awaitedSpacingMs = 100;
/** How long the first load waits for the event stream, milliseconds. */
const streamMs = 1_000;
/** Time between two full loads in milliseconds: per page of the list, and at most. */
const pageAgeMs = 30_000;
const longestAgeMs = 300_000;
/** Bounds the memory that a community can take. */
const rowsMax = 20_000;
/** Ends at a community whose pages never end. */
const pagesMax = 2_000;
/** Pages loaded without a pause; later ones are paced because of the community's rate limit. */
const burst = 10;
const paceMs = 40;
/** Maximum number of invitations loaded one by one; for more, the list is loaded. */
const singleLoadsMax = 20;
/** Tolerance for `created_at`, which may lie before the invitation was stored. */
const clockSlackMs = 5_000;

export function createListing({ client, live, onRows, onGone, onState, isAwaited }: ListingConfig): Listing {
  const rows = new Map<string, InvitationEntry>();
  const stop = new AbortController();
  const { signal } = stop;
  const off = live.onEvent(handleEvent);
  let started = false;
  /** What to load next: everything, newly posted invitations (with their times), or single ones by id. */
  let all = true;
  const posted = new Map<string, number>();
  const unverified = new Set<string>();
  /** Invitations closed during a load, whose pages may still list them. */
  const closed = new Set<string>();
  let loading = false;
  let lastLoadAt = 0;
  let retryAt = 0;
  const backoff = createBackoff({ firstMs: 5_000, longestMs: 20_000 });
  /** When everything is loaded again, and the earliest expiry of a row. */
  let fullLoadAt = 0;
  let nextExpiry = Number.POSITIVE_INFINITY;
  let timer: NodeJS.Timeout | null = null;
  let state: ListingState = { status: 'loading', complete: false, problem: null };

  function setState(next: ListingState): void {
    state = next;
    if (!signal.aborted) onState(state);
  }

  function put(loaded: readonly InvitationEntry[]): void {
    const open = loaded.filter(({ status, post_id }) => status === 'active' && !closed.has(post_id));
    for (const row of open) {
      rows.set(row.post_id, row);
      nextExpiry = Math.min(nextExpiry, Date.parse(row.expires_at));
    }
    if (open.length > 0 && !signal.aborted) onRows(open);
  }

  function remove(post_ids: readonly string[]): void {
    const removed = post_ids.filter((post_id) => rows.delete(post_id));
    if (removed.length > 0 && !signal.aborted) onGone(removed);
  }

  function handleEvent(event: CommunityEvent): void {
    if (event.type === 'reset' || event.type === 'result_reported') all = true;
    else if (event.type === 'invitation_posted') posted.set(event.post_id, Date.parse(event.at));
    else if (event.type === 'invitation_renewed') renew(event.post_id, Date.parse(event.at));
    else if (event.type === 'invitation_matched' || event.type === 'invitation_closed') {
      posted.delete(event.post_id);
      unverified.delete(event.post_id);
      if (loading) closed.add(event.post_id);
      remove([event.post_id]);
    } else if ('protocol_id' in event) {
      // The name and family that its invitations show may have changed.
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
    const lifetime = Date.parse(row.expires_at) - Date.parse(row.updated_at);
    const next = { ...row, updated_at: new Date(at).toISOString(), expires_at: new Date(at + lifetime).toISOString() };
    rows.set(post_id, next);
    onRows([next]);
  }

  const communityNow = () => Date.now() + (client.clockOffsetMs ?? 0);
  const isDue = () => all || posted.size > 0 || unverified.size > 0;

  /** Schedules the next load, expiry or full load. */
  function schedule(): void {
    if (!started || loading || signal.aborted) return;
    if (timer) clearTimeout(timer);
    let ms = Math.max(0, lastLoadAt + (isAwaited() ? awaitedSpacingMs : spacingMs) - Date.now());
    if (state.status === 'failed') ms = Math.max(0, retryAt - Date.now());
    else if (!isDue()) ms = Math.max(spacingMs, Math.min(fullLoadAt - Date.now(), nextExpiry - communityNow()));
    timer = setTimeout(() => void load(), ms);
  }

  async function load(): Promise<void> {
    loading = true;
    closed.clear();
    removeExpired();
    if (Date.now() >= fullLoadAt || unverified.size > singleLoadsMax) all = true;
    try {
      if (all || state.status === 'failed') await loadAll();
      else {
        if (posted.size > 0) await loadNewest();
        if (unverified.size > 0) await loadSingles();
      }
    } catch (error) {
      if (!signal.aborted) {
        all = true;
        retryAt = Date.now() + backoff.next();
        setState({ status: 'failed', complete: false, problem: toProblem(error) });
      }
    } finally {
      loading = false;
      schedule();
    }
  }

  /** The stream does not report expiries. */
  function removeExpired(): void {
    const now = communityNow();
    if (nextExpiry > now) return;
    const ends = [...rows.values()].map(({ post_id, expires_at }) => ({ post_id, at: Date.parse(expires_at) }));
    remove(ends.filter(({ at }) => at <= now).map(({ post_id }) => post_id));
    nextExpiry = ends.reduce((first, { at }) => (at > now ? Math.min(first, at) : first), Number.POSITIVE_INFINITY);
  }

  async function loadAll(): Promise<void> {
    all = false;
    posted.clear();
    unverified.clear();
    lastLoadAt = Date.now();
    const seen = new Set<string>();
    let cursor: string | null | undefined;
    let pages = 0;
    while (cursor !== null && seen.size < rowsMax && pages < pagesMax) {
      pages += 1;
      const body = await loadPage(cursor, limits.list_page, pages);
      for (const { post_id } of body.results) seen.add(post_id);
      put(body.results);
      cursor = body.next_cursor;
    }
    lastLoadAt = Date.now();
    fullLoadAt = lastLoadAt + Math.min(longestAgeMs, pageAgeMs * pages);
    remove([...rows.keys()].filter((post_id) => !seen.has(post_id)));
    backoff.reset();
    setState({ status: 'loaded', complete: cursor === null, problem: null });
  }

  /** Loads pages from the newest on, until all posted invitations are found or the pages are older than they are. */
  async function loadNewest(): Promise<void> {
    const wanted = new Set(posted.keys());
    const since = Math.min(...posted.values()) - clockSlackMs;
    posted.clear();
    lastLoadAt = Date.now();
    let cursor: string | null | undefined;
    for (let page = 1; cursor !== null && wanted.size > 0; page += 1) {
      const body = await loadPage(cursor, Math.min(limits.list_page, wanted.size + 10), page);
      for (const { post_id } of body.results) wanted.delete(post_id);
      put(body.results.filter(({ post_id }) => rows.has(post_id) || rows.size < rowsMax));
      const last = body.results.at(-1);
      cursor = last && Date.parse(last.created_at) >= since ? body.next_cursor : null;
    }
  }

  async function loadSingles(): Promise<void> {
    lastLoadAt = Date.now();
    for (const post_id of [...unverified]) {
      unverified.delete(post_id);
      const found = await client
        .call('GET /api/v1/invitations/{post_id}', { params: { post_id } }, { signal })
        .catch(nullIfNotFound);
      if (found?.body.visibility === 'listed' && rows.size < rowsMax) put([found.body]);
    }
  }

  async function loadPage(cursor: string | undefined, limit: number, page: number) {
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
      // The stream begins with a `reset`, which would repeat an earlier load.
      timer = setTimeout(() => void load(), streamMs);
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
