/** Access to the community on this computer, and to its tables, from the local network. */
import { z } from 'zod';
import { problemSchema } from './shapes.ts';

export const networkStateSchema = z.object({
  /**
   * `closed`: only this computer has access. `moved`: opened to a network that this computer has left. `failed`: could not be
   * opened, and is retried. Always `closed` while another community is in use.
   */
  status: z.enum(['closed', 'opening', 'open', 'moved', 'failed']),
  /** This computer's address in that network; null while closed. */
  address: z.string().nullable(),
  /** The network that has access, e.g. `192.168.1.0/24`; null while closed. */
  network: z.string().nullable(),
  /** The community's address for other computers; null unless open. */
  url: z.url().nullable(),
  /** The URL before this computer's address changed: links that contain it no longer work. */
  url_before: z.url().nullable(),
  /** Number of other computers that have connected since it was opened. */
  visitors: z.int(),
  /** Whether it is opened again at the next start; false if it is open for this run only. */
  remembered: z.boolean(),
  problem: problemSchema.nullable(),
});
export type NetworkState = z.infer<typeof networkStateSchema>;

/** An address at which other computers can reach this one. */
export const ownAddressSchema = z.object({
  address: z.string(),
  /** Name of the interface, e.g. `wlan0`. */
  device: z.string(),
  network: z.string(),
});
export type OwnAddress = z.infer<typeof ownAddressSchema>;

/** The saved setting: Parlor opens only this network automatically. */
export const networkSettingSchema = z.object({ address: z.string(), network: z.string(), port: z.int() });
export type NetworkSetting = z.infer<typeof networkSettingSchema>;
