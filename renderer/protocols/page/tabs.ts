/** The tabs of a protocol's page, as in its URL. */
export const tabs = ['rules', 'board', 'family', 'similar', 'numbers', 'hooks', 'source'] as const;
export type Tab = (typeof tabs)[number];

/** Unknown tabs become `rules`. */
export const readTab = (query: URLSearchParams): Tab => tabs.find((tab) => tab === query.get('tab')) ?? 'rules';
