/**
 * Keeps a list of the community's open invitations: loads it page by page once, then only what the event stream reports as changed.
 * Loads the whole list again after a `reset` and, since the stream reports neither expiries nor ratings, periodically.
 */

import { setTimeout as delay } from 'node:timers/promises';
import { inBackground } from '../../shared/background.ts';
import type { CommunityEvent } from '../../shared/community/events.ts';
import { limits } from '../../shared/community/limits.ts';
import type { InvitationEntry } from '../../shared/community/shapes.ts';
import { ParlorError, type Problem, toProblem } from '../../shared/errors.ts';
import { type CommunityClient, nullIfNotFound } from '../community/client.ts';
import type { EventStream } from '../community/event-stream.ts';
import { createBackoff, retry } from '../time/retry.ts';

export interface ListingConfig {
  client: CommunityClient;
  eventStream: EventStream;
  /** New or changed rows. */
  onRows(rows: readonly InvitationEntry[]): void;
  onRemoved(post_ids: readonly string[]): void;
  onState(state: ListingState): void;
  /** Whether the user is waiting for rows that are about to be posted; changes are then loaded sooner. */
  isAwaited(): boolean;
}

export interface ListingState {
  /** `loading`: the first load is in progress. */
  status: 'loading' | 'loaded' | 'failed';
  /** Whether every open invitation is among the rows. */
  complete: boolean;
  problem: Problem | null;
}

export interface Listing {
  readonly rows: ReadonlyMap<string, InvitationEntry>;
  readonly isStarted: boolean;
  start(): void;
  /** Loads everything again. */
  refresh(): void;
  dispose(): void;
}

/** Minimum time between two loads in milliseconds, otherwise and while rows are awaited. */
const loadIntervalMs = 500;
const awaitedLoadIntervalMs = 100;
/** How long the first load waits for the event stream, milliseconds. */
const streamTimeoutMs = 1_000;
/** Time between two full loads in milliseconds: per page of the list, and at most. */
const reloadMsPerPage = 30_000;
const maxReloadMs = 300_000;
/** Bounds the memory that a community can take. */
const maxRows = 20_000;
/** Ends at a community whose pages never end. */
const maxPages = 2_000;
/** Pages loaded without a pause; later ones are paced because of the community's rate limit. */
const unpacedPages = 10;
const pageDelayMs = 40;
/** Maximum number of invitations loaded one by one; for more, the list is loaded. */
const maxSingleLoads = 20;
/** Tolerance for `created_at`, which may lie before the invitation was stored. */
const clockToleranceMs = 5_000;

export function createListing({ client, eventStream, onRows, onRemoved, onState, isAwaited }: ListingConfig): Listing {
  const rows = new Map<string, InvitationEntry>();
  const controller = new AbortController();
  const { signal } = controller;
  const unsubscribe = eventStream.onEvent(handleEvent);
  let isStarted = false;
  /** What to load next: everything, newly posted invitations (with their times), or single ones by id. */
  let needsFullLoad = true;
  const postTimes = new Map<string, number>();
  const unverifiedIds = new Set<string>();
  /** Invitations closed during a load, whose pages may still list them. */
  const closedIds = new Set<string>();
  let isLoading = false;
  let lastLoadAt = Number.NEGATIVE_INFINITY;
  let retryAt = 0;
  const backoff = createBackoff({ firstMs: 5_000, longestMs: 20_000 });
  /** When everything is loaded again; as all of these, monotonic. */
  let fullLoadAt = 0;
  /** The earliest expiry of a row by the community's clock. */
  let nextExpiry = Number.POSITIVE_INFINITY;
  let timer: NodeJS.Timeout | null = null;
  let state: ListingState = { status: 'loading', complete: false, problem: null };

  function setState(newState: ListingState): void {
    state = newState;
    if (!signal.aborted) onState(state);
  }

  function addRows(entries: readonly InvitationEntry[]): void {
    const openRows = entries.filter(({ status, post_id }) => status === 'active' && !closedIds.has(post_id));
    for (const row of openRows) {
      rows.set(row.post_id, row);
      nextExpiry = Math.min(nextExpiry, Date.parse(row.expires_at));
    }
    if (openRows.length > 0 && !signal.aborted) onRows(openRows);
  }

  function removeRows(post_ids: readonly string[]): void {
    const removedIds = post_ids.filter((post_id) => rows.delete(post_id));
    if (removedIds.length > 0 && !signal.aborted) onRemoved(removedIds);
  }

  function handleEvent(event: CommunityEvent): void {
    if (event.type === 'reset' || event.type === 'result_reported') needsFullLoad = true;
    else if (event.type === 'invitation_posted') postTimes.set(event.post_id, Date.parse(event.at));
    else if (event.type === 'invitation_renewed') renew(event.post_id, Date.parse(event.at));
    else if (event.type === 'invitation_matched' || event.type === 'invitation_closed') {
      postTimes.delete(event.post_id);
      unverifiedIds.delete(event.post_id);
      if (isLoading) closedIds.add(event.post_id);
      removeRows([event.post_id]);
    } else if ('protocol_id' in event) {
      // The name and family that its invitations show may have changed.
      for (const { protocol_id } of rows.values()) needsFullLoad ||= protocol_id === event.protocol_id;
    }
    schedule();
  }

  /** Assumes an unchanged lifetime; the next full load corrects it. */
  function renew(post_id: string, renewedMs: number): void {
    const row = rows.get(post_id);
    if (!row) {
      if (!postTimes.has(post_id)) unverifiedIds.add(post_id);
      return;
    }
    const lifetimeMs = Date.parse(row.expires_at) - Date.parse(row.updated_at);
    const renewedRow = {
      ...row,
      updated_at: new Date(renewedMs).toISOString(),
      expires_at: new Date(renewedMs + lifetimeMs).toISOString(),
    };
    rows.set(post_id, renewedRow);
    onRows([renewedRow]);
  }

  const needsLoad = () => needsFullLoad || postTimes.size > 0 || unverifiedIds.size > 0;

  /** Schedules the next load, expiry or full load. */
  function schedule(): void {
    if (!isStarted || isLoading || signal.aborted) return;
    if (timer) clearTimeout(timer);
    let delayMs = Math.max(0, lastLoadAt + (isAwaited() ? awaitedLoadIntervalMs : loadIntervalMs) - performance.now());
    if (state.status === 'failed') delayMs = Math.max(0, retryAt - performance.now());
    else if (!needsLoad())
      delayMs = Math.max(loadIntervalMs, Math.min(fullLoadAt - performance.now(), nextExpiry - client.communityNow()));
    timer = setTimeout(loadNow, delayMs);
  }

  function loadNow(): void {
    inBackground('lobby', load());
  }

  async function load(): Promise<void> {
    isLoading = true;
    closedIds.clear();
    removeExpired();
    if (performance.now() >= fullLoadAt || unverifiedIds.size > maxSingleLoads) needsFullLoad = true;
    try {
      if (needsFullLoad || state.status === 'failed') await loadAll();
      else {
        if (postTimes.size > 0) await loadNewest();
        if (unverifiedIds.size > 0) await loadSingles();
      }
    } catch (error) {
      if (!signal.aborted) {
        needsFullLoad = true;
        retryAt = performance.now() + backoff.next();
        setState({ status: 'failed', complete: false, problem: toProblem(error) });
      }
    } finally {
      isLoading = false;
      schedule();
    }
  }

  /** The stream does not report expiries. */
  function removeExpired(): void {
    const now = client.communityNow();
    if (nextExpiry > now) return;
    const expiries = [...rows.values()].map(({ post_id, expires_at }) => ({
      post_id,
      expiresAt: Date.parse(expires_at),
    }));
    removeRows(expiries.filter(({ expiresAt }) => expiresAt <= now).map(({ post_id }) => post_id));
    nextExpiry = expiries.reduce(
      (earliest, { expiresAt }) => (expiresAt > now ? Math.min(earliest, expiresAt) : earliest),
      Number.POSITIVE_INFINITY,
    );
  }

  async function loadAll(): Promise<void> {
    needsFullLoad = false;
    postTimes.clear();
    unverifiedIds.clear();
    lastLoadAt = performance.now();
    const seenIds = new Set<string>();
    let cursor: string | null | undefined;
    let pageCount = 0;
    while (cursor !== null && seenIds.size < maxRows && pageCount < maxPages) {
      pageCount += 1;
      const body = await loadPage(cursor, limits.list_page, pageCount);
      for (const { post_id } of body.results) seenIds.add(post_id);
      addRows(body.results);
      cursor = body.next_cursor;
    }
    lastLoadAt = performance.now();
    fullLoadAt = lastLoadAt + Math.min(maxReloadMs, reloadMsPerPage * pageCount);
    removeRows([...rows.keys()].filter((post_id) => !seenIds.has(post_id)));
    backoff.reset();
    setState({ status: 'loaded', complete: cursor === null, problem: null });
  }

  /** Loads pages from the newest on, until all posted invitations are found or the pages are older than they are. */
  async function loadNewest(): Promise<void> {
    const missingIds = new Set(postTimes.keys());
    const oldestPostMs = Math.min(...postTimes.values()) - clockToleranceMs;
    postTimes.clear();
    lastLoadAt = performance.now();
    let cursor: string | null | undefined;
    for (let page = 1; cursor !== null && missingIds.size > 0; page += 1) {
      const body = await loadPage(cursor, Math.min(limits.list_page, missingIds.size + 10), page);
      for (const { post_id } of body.results) missingIds.delete(post_id);
      addRows(body.results.filter(({ post_id }) => rows.has(post_id) || rows.size < maxRows));
      const oldestRow = body.results.at(-1);
      cursor = oldestRow && Date.parse(oldestRow.created_at) >= oldestPostMs ? body.next_cursor : null;
    }
  }

  async function loadSingles(): Promise<void> {
    lastLoadAt = performance.now();
    for (const post_id of [...unverifiedIds]) {
      unverifiedIds.delete(post_id);
      const response = await client
        .call('GET /api/v1/invitations/{post_id}', { params: { post_id } }, { signal })
        .catch(nullIfNotFound);
      if (response?.body.visibility === 'listed' && rows.size < maxRows) addRows([response.body]);
    }
  }

  async function loadPage(cursor: string | undefined, limit: number, page: number) {
    if (page > unpacedPages) await delay(pageDelayMs, undefined, { signal });
    const query = { limit, ...(cursor === undefined ? {} : { cursor }) };
    const requestPage = async () => (await client.call('GET /api/v1/invitations', { query }, { signal })).body;
    const isRetryable = (error: unknown) => error instanceof ParlorError && error.code === 'rate_limited';
    return retry(requestPage, { firstMs: 1_000, longestMs: 2_000, timeoutMs: 10_000, signal, isRetryable });
  }

  return {
    rows,
    get isStarted() {
      return isStarted;
    },
    start() {
      if (isStarted) return;
      isStarted = true;
      // The stream begins with a `reset`, which would repeat an earlier load.
      timer = setTimeout(loadNow, streamTimeoutMs);
    },
    refresh() {
      needsFullLoad = true;
      retryAt = 0;
      schedule();
    },
    dispose() {
      controller.abort();
      unsubscribe();
      if (timer) clearTimeout(timer);
    },
  };
}
