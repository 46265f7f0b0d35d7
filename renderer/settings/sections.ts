/** The parts of Settings in the order of its list; each has its address. */
export const sections = [
  'overview',
  'identities',
  'communities',
  'connection',
  'house',
  'consents',
  'notices',
  'looks',
  'storage',
  'licences',
  'about',
] as const;
export type Section = (typeof sections)[number];

export const sectionPath = (section: Section): string =>
  section === 'overview' ? '/settings' : `/settings/${section}`;

/** The section that an address names; the overview where it names none. */
export function sectionOf(path: string): Section {
  const [, , name] = path.split('/');
  return sections.find((section) => section === name) ?? 'overview';
}
