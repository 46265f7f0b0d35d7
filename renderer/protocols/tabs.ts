/** The parts of a protocol's page, as they stand in its address. */
export const tabs = ['rules', 'board', 'family', 'similar', 'numbers', 'hooks', 'source'] as const;
export type Tab = (typeof tabs)[number];

export const readTab = (query: URLSearchParams): Tab => tabs.find((tab) => tab === query.get('tab')) ?? 'rules';
