/** The texts of the rooms that are needed at startup: one chunk for each language (vite.config.ts). */
export const startupNamespaces = ['app', 'hosting', 'lobby', 'network', 'play', 'problems', 'trust'] as const;
export type StartupNamespace = (typeof startupNamespaces)[number];
