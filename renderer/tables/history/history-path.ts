/** The route of the games that were played, or of one of them. */
export const historyPath = (protocolId = ''): string => `/tables/games${protocolId === '' ? '' : `/${protocolId}`}`;
