/** `known`: rated games that this computer can play without a question. `game`: only the game that is asked for. `any`: every table. */
export const playScopes = ['known', 'game', 'any'] as const;
export type PlayScope = (typeof playScopes)[number];
