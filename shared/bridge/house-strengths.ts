/** Strengths of the house players that host tables; `every`: all of them. */
export const houseStrengths = ['every', 'easy', 'steady', 'sharp'] as const;
export type HouseStrength = (typeof houseStrengths)[number];
export type PlayerStrength = Exclude<HouseStrength, 'every'>;

/** The strength whose tables are listed first. */
export const offeredStrength = (setting: HouseStrength): PlayerStrength => (setting === 'every' ? 'steady' : setting);
