/** Made by the build: renderer/licences.config.ts. */
declare module 'virtual:licences' {
  export const packages: readonly { name: string; version: string; licence: string; text: number | null }[];
  export const texts: readonly string[];
}
