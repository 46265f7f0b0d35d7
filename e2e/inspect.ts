/**
 * Measures on a page and in the boards in it what a picture can't tell at a glance: contrast, cut and overlapping texts, small, covered
 * and unreachable controls, untranslated words. axe checks names, roles and relations; the rest is measured here, because axe takes
 * contrast from styles (not over gradients, in SVG, of placeholders, or through overlays) and leaves out cells that arrow keys reach
 * (`tabindex="-1"`) when it measures targets.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ElementHandle, Frame, Page } from '@playwright/test';
import axeCore from 'axe-core';
import { root } from '../electron/installation.ts';
import { inspectionScript } from './inspect/bundle.ts';
import type { Box, Fault, Finding, PageOptions } from './inspect/finding.ts';
import type * as InPage from './inspect/page/main.ts';

export interface InspectOptions {
  /** The screen, window size, theme and language, for the report. */
  where: string;
  /** The language of the page. */
  locale?: 'en' | 'zh-CN';
  /** How many windowfuls of a scrolling page to look at. */
  pages?: number;
  /** Also moves the focus to every control. */
  focusRings?: boolean;
  /** Only what another theme can change: contrast. */
  coloursOnly?: boolean;
  /** Words that may stay in English, besides those of every page. */
  allowedWords?: readonly string[];
}

/** look.md: "Nothing below 12 px" in the window. Boards scale: their coordinates may be smaller, but must be legible. */
const minimumText = { window: 12, board: 10 };

/** Brands, formats, units and keys, which Chinese writes in Latin letters. */
const untranslatedWords = (
  'Parlor MCP JSON JSONL JavaScript CSS HTML SVG WebP PNG URL ID IP IPv4 IPv6 HTTP HTTPS TLS TCP UDP NAT LAN VPN DNS WebAssembly WASM QuickJS ' +
  'SHA SHA-256 Ed25519 BIP39 iroh relay Node.js Node npm React Electron Chromium GitHub SQLite PostgreSQL Elo API CLI CPU RAM QR UTF ' +
  'ms s min h MB KB GB kB MiB KiB px Wi-Fi Wi Fi wlan Ctrl Alt Shift Enter Esc Escape Tab Space Home End Delete Backspace PageUp PageDown F6 Mac Windows Linux macOS ' +
  'English MIT Apache ISC BSD OFL AGPL vs'
).split(' ');

/** The keys of every text of the window, with and without its namespace. A key of one word could be a text itself. */
function readKeys(): string[] {
  const folder = join(root, 'shared/locales/en');
  const flatten = (value: unknown, prefix: string): string[] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, inner]) => flatten(inner, prefix === '' ? key : `${prefix}.${key}`))
      : [prefix];
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => {
      const keys = flatten(JSON.parse(readFileSync(join(folder, file), 'utf8')), '');
      return [...keys.filter((key) => /[._]/.test(key)), ...keys.map((key) => `${file.slice(0, -5)}:${key}`)];
    });
}
const keys = readKeys();

declare const inspection: typeof InPage;

interface Place {
  frame: Frame;
  /** In the parent frame; null for the page itself. */
  element: ElementHandle<Element> | null;
  left: number;
  top: number;
  scale: number;
  bounds: PageOptions['bounds'];
  label: string;
}

/** The page and the frames in it that can be seen, with their places in the window. */
async function placesOf(page: Page): Promise<Place[]> {
  const frames = page.frames();
  try {
    return await visiblePlaces(frames);
  } catch (error) {
    // A board that was replaced meanwhile has left its frame.
    if (frames.some((frame) => frame.isDetached())) return placesOf(page);
    throw error;
  }
}

async function visiblePlaces(frames: readonly Frame[]): Promise<Place[]> {
  const script = await inspectionScript();
  const found: Place[] = [];
  for (const frame of frames) {
    const parent = found.find((place) => place.frame === frame.parentFrame());
    if (frame.parentFrame() && !parent) continue;
    const element = parent ? ((await frame.frameElement()) as ElementHandle<Element>) : null;
    const place = parent && element ? await parent.frame.evaluate((each) => inspection.placeOf(each), element) : null;
    if (place?.isSeen === false) continue;
    if (!(await frame.evaluate(() => 'inspection' in window))) await frame.evaluate(script);
    found.push({
      ...{ frame, element, bounds: place?.bounds ?? null, label: place?.selector ?? '' },
      ...{ left: (parent?.left ?? 0) + (place?.left ?? 0), top: (parent?.top ?? 0) + (place?.top ?? 0) },
      scale: place?.scale ?? 1,
    });
  }
  return found;
}

/** Rules for whole pages don't hold for a board, which is a part of one. */
const pageRules = ['region', 'page-has-heading-one', 'landmark-one-main', 'html-has-lang', 'document-title', 'bypass'];
/** Measured here. */
const measuredRules = ['color-contrast', 'target-size'];

async function axeFaults({ frame, element }: Place): Promise<Fault[]> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axeCore.source);
  const off = [...measuredRules, ...(element ? pageRules : [])];
  return frame.evaluate(async (without) => {
    const { axe } = window as unknown as { axe: typeof axeCore };
    const { violations } = await axe.run(document, {
      ...{ iframes: false, preload: false, resultTypes: ['violations'] },
      rules: {
        ...Object.fromEntries(without.map((id) => [id, { enabled: false }])),
        'label-content-name-mismatch': { enabled: true },
      },
    });
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, html }) => {
        const at = document.querySelector(String(target.at(-1)));
        return {
          ...{
            kind: 'axe' as const,
            selector: at ? inspection.selectorOf(at) : String(target),
            text: html.slice(0, 60),
          },
          ...{ measured: id, required: help, severity: 0 },
        };
      }),
    );
  }, off);
}

/** Runs in a frame until what it shows is up to date. A frame out of the window draws nothing, and isn't waited for. */
const drawn = (): Promise<unknown> =>
  Promise.race([
    new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    new Promise((done) => setTimeout(done, 300)),
  ]);

const cornersOf = ({ left, top, right, bottom }: Box): [x: number, y: number][] => [
  [left, top],
  [right, top],
  [left, bottom],
  [right, bottom],
];

/** Contrast, and texts over texts, in what the window shows now. */
async function lookAt(page: Page, places: readonly Place[]): Promise<Fault[][]> {
  const looks = [];
  for (const { frame } of places) looks.push(await frame.evaluate(() => inspection.look()));
  const hide = (on: boolean) =>
    Promise.all(places.map(({ frame }) => frame.evaluate((each) => inspection.hideTexts(each), on)));
  await hide(true);
  for (const { frame } of places) await frame.evaluate(drawn);
  const picture = await page.screenshot({ caret: 'initial', scale: 'css' });
  await hide(false);
  const placed = [];
  for (const [at, { frame, element, left, top, scale }] of places.entries()) {
    let { samples } = looks[at]!;
    const parent = frame.parentFrame();
    if (parent && element) {
      // A text of which a part is covered is measured where the page is scrolled on.
      const corners = samples.flatMap(({ boxes: [box] }) => cornersOf(box!));
      const seen = await parent.evaluate(([each, all]) => inspection.seenInFrame(each, all), [
        element,
        corners,
      ] as const);
      samples = samples.filter((_, index) => seen.slice(4 * index, 4 * index + 4).every(Boolean));
    }
    placed.push({ left, top, scale, samples });
  }
  const measured = await page.evaluate(([base64, frames]) => inspection.measureSamples(base64, frames), [
    picture.toString('base64'),
    placed,
  ] as const);
  return looks.map(({ faults }, at) => [...faults, ...measured[at]!]);
}

/** Controls of a board under something of the page around it. */
async function coveredInFrame({ frame, element }: Place): Promise<Fault[]> {
  const parent = frame.parentFrame();
  if (!parent || !element) return [];
  await parent.evaluate((each) => inspection.scrollTo(each), element);
  const controls = await frame.evaluate(() => inspection.controlPoints());
  const areSeen = (points: [x: number, y: number][]) =>
    parent.evaluate(([each, all]) => inspection.seenInFrame(each, all), [element, points] as const);
  const seen = await areSeen(controls.map(({ point }) => point));
  const covered = [];
  for (const [at, control] of controls.entries()) {
    if (seen[at]) continue;
    // A part of the frame may be out of view until the page is scrolled on.
    await parent.evaluate(([each, point]) => inspection.scrollToPoint(each, point), [element, control.point] as const);
    if (!(await areSeen([control.point]))[0]) covered.push(control);
  }
  return covered.map(({ selector, text }) => ({
    ...{ kind: 'covered', selector, text, measured: 'under a part of the page around its frame' },
    ...{ required: 'nothing above it', severity: 0 },
  }));
}

/** Waits for fonts and transitions: colours and places that still change can't be measured. */
async function settle(places: readonly Place[]): Promise<void> {
  for (const { frame } of places)
    await frame.evaluate(async () => {
      await document.fonts.ready;
      const finite = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
      await Promise.allSettled(finite.map(({ finished }) => finished));
    });
}

/** Everything that is wrong with what the page shows now. Nothing of the page changes, but the focus if `focusRings` is set. */
export async function inspect(page: Page, options: InspectOptions): Promise<Finding[]> {
  const { where, locale = 'en', pages = 1, focusRings = false, coloursOnly = false, allowedWords = [] } = options;
  const places = await placesOf(page);
  await settle(places);
  const found = new Findings(where);
  // What scrolls in a frame may scroll the page around it, too.
  await inAll(places, () => inspection.rememberScroll());
  for (const place of coloursOnly ? [] : places) {
    const pageOptions: PageOptions = {
      ...{
        keys,
        focusRings,
        bounds: place.bounds,
        minimumText: place.element ? minimumText.board : minimumText.window,
      },
      allowedWords: locale === 'en' ? null : [...untranslatedWords, ...allowedWords],
    };
    const measured = await place.frame.evaluate((each) => inspection.measure(each), pageOptions);
    // axe takes most of the time, and another language changes no roles.
    const rules = locale === 'en' ? await axeFaults(place) : [];
    found.add(place, [...measured, ...rules, ...(await coveredInFrame(place))]);
  }
  await inAll(places, () => inspection.scrollBack());
  await inAll(places, () => inspection.rememberScroll());
  for (let at = 0; at < pages; at += 1) {
    if (at > 0) {
      const moved = await inAll(places, () => inspection.scrollOn());
      if (!moved.includes(true)) break;
      // Lists render the rows that come into view.
      await page.evaluate(drawn);
    }
    const seen = at === 0 ? places : await placesOf(page);
    for (const [index, faults] of (await lookAt(page, seen)).entries()) found.add(seen[index]!, faults);
  }
  await inAll(places, () => inspection.scrollBack());
  return found.list();
}

const inAll = <T>(places: readonly Place[], run: () => T): Promise<T[]> =>
  Promise.all(places.map(({ frame }) => frame.evaluate(run) as Promise<T>));

/** One finding for all elements that a selector matches, with the worst of them first. */
class Findings {
  readonly #where: string;
  readonly #found = new Map<string, { finding: Finding; severity: number }>();

  constructor(where: string) {
    this.#where = where;
  }

  /** Adds the faults of one look at a frame. A second look at the same elements doesn't count them again. */
  add({ label }: Place, faults: readonly Fault[]): void {
    const where = label ? `${this.#where}, in ${label}` : this.#where;
    const keyOf = ({ kind, selector, measured }: Fault) =>
      `${where} ${kind} ${selector} ${kind === 'axe' ? measured : ''}`;
    for (const [key, same] of Map.groupBy(faults, keyOf)) {
      const { severity, ...worst } = same.reduce((a, b) => (b.severity < a.severity ? b : a));
      const known = this.#found.get(key);
      const count = Math.max(same.length, known?.finding.count ?? 0);
      if (known && known.severity <= severity) known.finding.count = count;
      else this.#found.set(key, { finding: { ...worst, where, count }, severity });
    }
  }

  list(): Finding[] {
    return [...this.#found.values()].map(({ finding }) => finding);
  }
}

/** The findings as lines to read, by screen. */
export function report(findings: readonly Finding[]): string {
  const byWhere = Map.groupBy(findings, ({ where }) => where);
  return [...byWhere]
    .map(([where, all]) => {
      const lines = all.map(({ kind, selector, text, measured, required, count }) => {
        const times = count > 1 ? ` (${count} of them)` : '';
        return `  ${kind}: ${measured} instead of ${required}\n    ${selector}${times}${text === '' ? '' : `\n    "${text}"`}`;
      });
      return [`${where}`, ...lines].join('\n');
    })
    .join('\n');
}

/** Performs an action and finds whether the focus then is on nothing, or on something that can't be seen. */
export async function focusAfter(page: Page, where: string, action: () => Promise<unknown>): Promise<Finding[]> {
  await action();
  await settle(await placesOf(page));
  const at = await page.evaluate(() => inspection.focusFault());
  return at
    ? [
        {
          kind: 'focus',
          selector: at.selector,
          text: '',
          measured: at.measured,
          required: 'a control, or the heading of what came',
          where,
          count: 1,
        },
      ]
    : [];
}
