/** Selectors that survive a rebuild: no positions, and of generated class names only the part that a person wrote. */
import { parentOf } from './geometry.ts';

const anchors = ['data-testid', 'data-region', 'data-action', 'data-part', 'name'];

/** Vite names the class `name` of a CSS module `_name_hash_line`; Mantine's own start with `m_` or `mantine-`. */
function classOf(element: Element): string {
  for (const name of element.classList) {
    const [, written] = /^_(.+)_[\w-]{5,8}_\d+$/.exec(name) ?? [];
    if (written) return `[class*="_${written}_"]`;
    if (!/^(m_|mantine-|cm-|ͼ|_)/.test(name)) return `.${CSS.escape(name)}`;
  }
  return '';
}

function step(element: Element): { text: string; isAnchor: boolean } {
  const tag = element.localName;
  if (/^[a-z][a-z-]*$/i.test(element.id) && !element.id.startsWith('mantine-'))
    return { text: `#${element.id}`, isAnchor: true };
  for (const name of anchors) {
    const value = element.getAttribute(name);
    if (value && value.length < 30 && !value.startsWith('mantine-'))
      return { text: `${tag}[${name}="${CSS.escape(value)}"]`, isAnchor: name !== 'name' };
  }
  const marker = [...element.attributes].find(
    ({ name, value }) =>
      name.startsWith('data-') &&
      value === '' &&
      !/mantine|^data-(with|size|active|variant|block|disabled|hidden|fluid)/.test(name),
  );
  if (marker) return { text: `${tag}[${marker.name}]`, isAnchor: true };
  const role = element.getAttribute('role');
  return {
    text: `${tag}${classOf(element)}${role && !classOf(element) ? `[role="${role}"]` : ''}`,
    isAnchor: role === 'dialog' || /^(main|nav|header|footer|dialog)$/.test(tag),
  };
}

export function selectorOf(element: Element): string {
  const steps: string[] = [];
  for (let at: Element | null = element; at && at !== document.body && steps.length < 4; at = parentOf(at)) {
    const { text, isAnchor } = step(at);
    steps.unshift(text);
    if (isAnchor) break;
  }
  return steps.join(' > ') || element.localName;
}

export const shorten = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
};
