/** Others on the network of this computer, and what of it they reach: the community here, and its tables. */
import { z } from 'zod';
import { problemSchema } from './shapes.ts';

export const networkStateSchema = z.object({
  /**
   * `closed`: only this computer is let in. `moved`: opened to a network that this computer is not in now, so nobody is let
   * in. `failed`: it cannot be opened now, and is tried again. At a community elsewhere it is always `closed`.
   */
  status: z.enum(['closed', 'opening', 'open', 'moved', 'failed']),
  /** Of this computer, as others see it; null while closed. */
  address: z.string().nullable(),
  /** The network it is opened to, `192.168.1.0/24`; null while closed. */
  network: z.string().nullable(),
  /** Address of the community for others; null unless open. */
  url: z.url().nullable(),
  /** The same before this computer's address changed: links with it lead nowhere. */
  url_before: z.url().nullable(),
  /** How many other computers have asked something since it was opened. */
  visitors: z.int(),
  /** Whether a start of Parlor opens it again; false where it is open for this run only. */
  remembered: z.boolean(),
  problem: problemSchema.nullable(),
});
export type NetworkState = z.infer<typeof networkStateSchema>;

/** An address of this computer that computers beside it could reach. */
export const ownAddressSchema = z.object({
  address: z.string(),
  /** As the system calls the way to that network: `wlan0`. */
  device: z.string(),
  network: z.string(),
});
export type OwnAddress = z.infer<typeof ownAddressSchema>;

/** What is remembered. Another network than this one is not let in by itself. */
export const networkSettingSchema = z.object({ address: z.string(), network: z.string(), port: z.int() });
export type NetworkSetting = z.infer<typeof networkSettingSchema>;
