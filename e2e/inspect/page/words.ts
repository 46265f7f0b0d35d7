/** Keys of texts that were never looked up, and English left in another language. */
import type { Fault } from '../finding.ts';
import { isInUse, isShown } from './geometry.ts';
import { selectorOf, shorten } from './selector.ts';
import { elementsIn, pageTexts } from './texts.ts';

interface Words {
  element: Element;
  text: string;
}

/** What other people wrote, code, and names: in the page as in the spec, they are never translated. */
const foreign =
  'bdi, [dir="auto"], [translate="no"], [data-foreign], code, pre, kbd, samp, .mono, .verbatim, .cm-editor';
const isForeign = (element: Element): boolean => {
  if (element.closest(foreign)) return true;
  const marked = element.closest('[lang]');
  return marked !== null && marked !== document.documentElement;
};

/** All words that are visible or read aloud. */
function wordsOf(dialog: Element | null): Words[] {
  const shown = pageTexts(dialog)
    .filter(({ kind }) => kind !== 'value')
    .map(({ element, text }) => ({ element, text }));
  const named = [...elementsIn(document.body)]
    .filter((element) => isShown(element) && isInUse(element, dialog))
    .flatMap((element) =>
      ['aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext', 'title', 'alt']
        .map((name) => ({ element, text: element.getAttribute(name) ?? '' }))
        .filter(({ text }) => /\S/.test(text)),
    );
  return [...shown, ...named];
}

const interpolation = /\{\{[^}]*\}\}|\$t\(|\[object \w+\]|\bundefined\b|\bNaN\b/;

export function rawKeys(keys: readonly string[], dialog: Element | null): Fault[] {
  const known = new Set(keys);
  return wordsOf(dialog)
    .filter(({ element }) => !isForeign(element))
    .filter(({ text }) => known.has(text.trim()) || interpolation.test(text))
    .map(({ element, text }) => ({
      ...{ kind: 'raw-key', selector: selectorOf(element), text: shorten(text) },
      ...{ measured: shorten(text), required: 'its text', severity: 0 },
    }));
}

const latin = /\p{Script=Latin}[\p{Script=Latin}\p{M}’']*/gu;
/** Isolated names, addresses, paths, identifiers, hashes. */
const quoted = /\u2068[^\u2069]*\u2069|\S*(?:\/|\\|:\/\/|@|\.\w{2,}|_)\S*|\b[\da-f]{6,}\b/giu;

export function untranslated(allowedWords: readonly string[], dialog: Element | null): Fault[] {
  const all = wordsOf(dialog);
  const allowed = new Set(allowedWords.map((word) => word.toLowerCase()));
  // A name that stands in a marked element may also be part of a label.
  for (const { element, text } of all) {
    if (isForeign(element)) for (const [word] of text.matchAll(latin)) allowed.add(word.toLowerCase());
  }
  return all
    .filter(({ element }) => !isForeign(element))
    .flatMap(({ element, text }) => {
      const words = [...text.replace(quoted, ' ').matchAll(latin)].map(([word]) => word);
      const left = words.filter((word) => word.length > 1 && !allowed.has(word.toLowerCase()));
      if (left.length === 0) return [];
      return [
        {
          ...{ kind: 'untranslated' as const, selector: selectorOf(element), text: shorten(text) },
          ...{
            measured: left.slice(0, 6).join(' '),
            required: 'translated, or marked as foreign',
            severity: -left.length,
          },
        },
      ];
    });
}
