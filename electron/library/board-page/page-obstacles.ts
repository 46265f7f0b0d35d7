/** What can't work in a page of a board. */
import { hasTooManyTags, isHandler, type PageElement, pageElements, scriptKind } from './elements.ts';
import { isRemote, type Obstacle, ObstacleList, pathOf } from './obstacles.ts';

/** `page` is the HTML of the file `path`; `hasFile` returns whether the bundle contains a file. */
export function pageObstacles(page: string, path: string, hasFile: (path: string) => boolean): Obstacle[] {
  const list = new ObstacleList(page);
  if (hasTooManyTags(page)) {
    list.add('page_tags', '', 0);
    return list.all;
  }
  for (const element of pageElements(page)) {
    if (element.name === 'script') scriptObstacles(element, list, path, hasFile);
    else elementObstacles(element, list, path, hasFile);
    const handler = [...element.attributes.keys()].find(isHandler);
    if (handler !== undefined) list.add('script_handler', handler, element.startTag.start);
  }
  return list.all;
}

type HasFile = (path: string) => boolean;

function scriptObstacles(element: PageElement, list: ObstacleList, path: string, hasFile: HasFile): void {
  const { attributes, startTag, text } = element;
  const kind = scriptKind(element);
  const source = attributes.get('src') ?? attributes.get('href') ?? attributes.get('xlink:href');
  if (kind === 'data') return;
  if (kind === 'import_map') list.add('page_import_map', '', startTag.start);
  else if (source === undefined) {
    if (text.trim() !== '') list.add('script_inline', '', startTag.start);
  } else if (isRemote(source)) list.add('script_remote', source, startTag.start);
  else if (!isIn(source, path, hasFile)) list.add('script_missing', source, startTag.start);
}

const frames = ['iframe', 'frame', 'object', 'embed', 'applet', 'portal', 'fencedframe'];
const fields = /^(?:text|search|email|url|tel|password|number|date|datetime-local|month|week|time)$/;

function elementObstacles(element: PageElement, list: ObstacleList, path: string, hasFile: HasFile): void {
  const { name, attributes, startTag } = element;
  const attribute = (key: string) => attributes.get(key)?.trim().toLowerCase() ?? '';
  if (name === 'form') list.add('page_form', '', startTag.start);
  if (name === 'base') list.add('page_base', '', startTag.start);
  if (name === 'meta' && attribute('http-equiv') === 'refresh') list.add('page_refresh', '', startTag.start);
  if (frames.includes(name)) list.add('page_frame', `<${name}>`, startTag.start);
  const isTextInput = name === 'input' && fields.test(attribute('type') || 'text');
  if (isTextInput || name === 'textarea' || name === 'select') list.add('page_field', `<${name}>`, startTag.start);
  const link = attributes.get('href') ?? attributes.get('xlink:href') ?? '';
  if (name === 'a' || name === 'area') {
    if (link !== '' && !link.startsWith('#')) list.add('page_link', link.slice(0, 200), startTag.start);
    return;
  }
  for (const address of loadedBy(element)) {
    if (address === '' || address.startsWith('#') || isInline(element, address)) continue;
    if (isRemote(address)) list.add('file_remote', address.slice(0, 200), startTag.start);
    else if (!isIn(address, path, hasFile)) list.add('file_missing', address, startTag.start);
  }
}

/** Styles and fonts come from files only. */
const isInline = ({ name }: PageElement, address: string) => name !== 'link' && /^\s*(?:data|blob):/i.test(address);

const loadingRelations = /\b(?:stylesheet|icon|preload|modulepreload|prefetch|preconnect|dns-prefetch|manifest)\b/i;

/** The addresses that an element loads by itself. */
function loadedBy({ name, isHtml, attributes }: PageElement): string[] {
  const values = (...names: string[]) => names.map((key) => attributes.get(key)).filter((value) => value !== undefined);
  const candidates = values('srcset', 'imagesrcset').flatMap(candidatesOf);
  if (name === 'link') {
    return loadingRelations.test(attributes.get('rel') ?? '') ? [...values('href'), ...candidates] : [];
  }
  if (!isHtml) return ['image', 'use', 'feimage'].includes(name) ? values('href', 'xlink:href') : [];
  if (['img', 'source', 'video', 'audio', 'track', 'input'].includes(name))
    return [...values('src', 'poster'), ...candidates];
  return values('background');
}

/** The addresses of a `srcset` (HTML, 4.8.4.4); those of data contain commas. */
const candidatesOf = (srcset: string): string[] =>
  [...srcset.matchAll(/\s*,?\s*(\S+?)(?:,(?=\s)|\s+[\d.]+[wx]\s*(?:,|$)|\s*$)/g)].map(([, address]) => address!);

function isIn(address: string, page: string, hasFile: HasFile): boolean {
  const file = pathOf(address, page);
  return file !== null && hasFile(file);
}
