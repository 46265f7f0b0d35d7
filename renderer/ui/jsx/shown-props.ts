import { isValidElement } from 'react';
import { endsInHanPunctuation } from '../../../shared/han-spaces.ts';
import { type ShownText, shownText } from '../../../shared/peer-text.ts';

/** What elements and components show, or have read aloud, besides their children. */
const shownAttributes = [
  ...['title', 'alt', 'placeholder', 'label', 'description', 'error'],
  ...['aria-label', 'aria-description', 'aria-placeholder', 'aria-roledescription', 'aria-valuetext'],
];

/** The text at the end of children, as far as they contain it themselves. */
function lastText(children: unknown): string {
  if (typeof children === 'string') return children;
  if (Array.isArray(children)) return lastText(children.at(-1));
  return isValidElement<{ children?: unknown }>(children) ? lastText(children.props.children) : '';
}

/** Strings within children, at any depth; the same array if none of them changes. No space follows Chinese punctuation. */
function shownChildren(children: unknown): unknown {
  if (typeof children === 'string') return shownText(children);
  if (!Array.isArray(children)) return children;
  const shown = children.map((child: unknown, index) =>
    typeof child === 'string' && child.startsWith(' ') && endsInHanPunctuation(lastText(children[index - 1]))
      ? shownText(child.slice(1))
      : shownChildren(child),
  );
  return shown.some((child, index) => child !== children[index]) ? shown : children;
}

/**
 * The properties of an element with its texts as they may be shown, whoever wrote them: what a text is for is known here, and who wrote it
 * need not be.
 */
export function shownProps(given: unknown): unknown {
  const props = given as { readonly [name: string]: unknown };
  const changes: { [name: string]: unknown } = {};
  const children = shownChildren(props.children);
  if (children !== props.children) changes.children = children;
  for (const name of shownAttributes) {
    const value = props[name];
    if (typeof value !== 'string') continue;
    const text: ShownText = shownText(value);
    if (text !== value) changes[name] = text;
  }
  return Object.keys(changes).length === 0 ? props : { ...props, ...changes };
}
