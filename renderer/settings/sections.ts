/** The sections of Settings in display order; each has a route. */
export const sections = [
  'overview',
  'identities',
  'communities',
  'connection',
  'agents',
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

/** The section of a path; defaults to the overview. */
export function sectionOf(path: string): Section {
  const [, , name] = path.split('/');
  return sections.find((section) => section === name) ?? 'overview';
}
